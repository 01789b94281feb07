/** The agent: what runs inside a recorded or replayed virtual machine beside the program. */
package dev.hindsight.agent;
