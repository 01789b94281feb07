/** What the threads of a replayed program did, step by step, and what of it matters. */
package dev.hindsight.app.steps;
