/** The virtual machine that the agent lives in: how it was started, what chance put into it, what to leave untouched. */
package dev.hindsight.agent.host;
