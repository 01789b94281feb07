package dev.hindsight.bench;

/**
 * Under which circumstances was measured.
 *
 * @param jdk version and VM
 * @param machine kernel, architecture and processors
 * @param seconds how long a plain run takes at least
 * @param threads how threads are recorded
 */
record Setting(String jdk, String machine, int pairs, double seconds, String threads) {}
