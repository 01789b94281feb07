/** Finds out ahead what is true of all classes of a class path. */
package dev.hindsight.agent.analyze;
