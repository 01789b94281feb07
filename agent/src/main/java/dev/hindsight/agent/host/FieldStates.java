package dev.hindsight.agent.host;

import dev.hindsight.runtime.EventSink;
import dev.hindsight.runtime.RunHooks;

/** The {@link FieldState} of each class that needed one; found by identity, so that no class is asked for its hash. */
public final class FieldStates {
    private volatile FieldState[] known = new FieldState[0];

    public FieldState of(Class<?> type) {
        for (FieldState state : known) {
            if (state.type() == type) {
                return state;
            }
        }
        return add(type);
    }

    private synchronized FieldState add(Class<?> type) {
        EventSink bracket = RunHooks.enterLoading();
        try {
            FieldState added = new FieldState(type);
            FieldState[] more = new FieldState[known.length + 1];
            System.arraycopy(known, 0, more, 0, known.length);
            more[known.length] = added;
            known = more;
            return added;
        } finally {
            RunHooks.leaveLoading(bracket);
        }
    }
}
