/**
 * The schedule that Light computes from its log: which order of accesses gives every read the write it saw.
 *
 * <p>Solves the constraints of section 4.2 of the paper without an SMT solver, and checks what came out.
 */
package dev.hindsight.bench.light;
