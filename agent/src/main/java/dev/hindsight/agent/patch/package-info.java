/** Changes to class files that need no more than their constant pool. */
package dev.hindsight.agent.patch;
