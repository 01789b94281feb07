package dev.hindsight.session;

import dev.hindsight.trace.ThreadMode;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How the threads of a program are to run while it is recorded.
 *
 * @param mode nothing for what the agent chooses
 * @param seed what a schedule is made from
 * @param analysis what becomes of what is found out about the program's classes ahead: on, off or check
 * @param chaos from what is drawn who runs when and for how long; nothing if that is not drawn
 */
public record ThreadChoice(Optional<ThreadMode> mode, OptionalLong seed, OptionalLong chaos, String analysis) {}
