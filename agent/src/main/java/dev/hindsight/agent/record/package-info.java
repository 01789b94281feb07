/** The recording side; each class has its mirror in {@code replay}. */
package dev.hindsight.agent.record;
