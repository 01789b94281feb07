/** Rewrites classes so that what crosses the boundary goes through the hooks. */
package dev.hindsight.agent.instrument;
