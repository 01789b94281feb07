/** Rewrites the JDK's own classes; the only code that needs the bytecode library, loaded only where it is needed. */
package dev.hindsight.agent.rewrite;
