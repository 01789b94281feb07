/** The replaying side; each class has its mirror in {@code record}. */
package dev.hindsight.agent.replay;
