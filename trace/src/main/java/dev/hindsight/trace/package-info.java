/** What the recorded JVM and the tool agree on: the recording on disk, its events and the table of natives. */
package dev.hindsight.trace;
