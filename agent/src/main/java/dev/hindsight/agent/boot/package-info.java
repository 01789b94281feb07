/** The first classes of the agent, loaded by the system class loader; everything else stays out of the program's sight. */
package dev.hindsight.agent.boot;
