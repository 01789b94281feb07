/**
 * What instrumented code calls. These classes are defined by the boot loader and reachable from every hook, so they use
 * no lambda, no string concatenation, no JDK collection and no logging: a tool that traces itself is the classic bug of
 * this field.
 */
package dev.hindsight.runtime;
