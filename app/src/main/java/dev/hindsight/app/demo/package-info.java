/** The program that {@code hindsight demo} records; it knows nothing of Hindsight. */
package dev.hindsight.app.demo;
