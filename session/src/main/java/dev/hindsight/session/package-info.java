/** Launches target JVMs, recorded or replayed, and reports how they ended. */
package dev.hindsight.session;
