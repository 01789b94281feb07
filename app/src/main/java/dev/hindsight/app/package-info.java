/** The command line: one class per command. */
package dev.hindsight.app;
