package dev.hindsight.agent.rewrite;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a thread has been seen to own at a point of a method, and at which places it may be, both by the numbers of {@link Values}. It
 * stays so until others may get it: at polls, calls, and wherever the thread may have to wait for its turn. If it has had to, it has
 * its turn from then on, up to the next poll or call of the program.
 */
final class Owned {
    /** With how many others an object is looked at, so that these stay the thread's even if it has to wait. */
    static final int MOST_OTHERS = 2;

    private final Map<Integer, Places.Use> objects = new HashMap<>();
    /** The objects, those that were looked at last at the end. */
    private final List<Integer> order = new ArrayList<>();
    /** Arrays and indices, and whether to write. */
    private final Map<Long, Boolean> elements = new HashMap<>();
    /** Arrays of which the first elements may be read, those that were looked at last at the end. */
    private final List<Integer> beginnings = new ArrayList<>();
    /** Elements that were read, which are arrays maybe. */
    private final Map<Long, Integer> rows = new HashMap<>();
    /** What was asked for, and is open to the thread, or it has its turn. */
    private final Set<String> places = new HashSet<>();

    private final Map<Integer, Integer> variables = new HashMap<>();
    /** Objects whose fields were used since the code was last come to from elsewhere: the variables they are in are of their types. */
    private final Set<Integer> typed = new HashSet<>();

    /** Objects that were used, so that they are not null. */
    private final Set<Integer> present = new HashSet<>();

    private boolean turn;

    void clear() {
        lose();
        places.clear();
    }

    /** Whether the thread surely has its turn. */
    boolean hasTurn() {
        return turn;
    }

    void setTurn(boolean sure) {
        turn = sure;
    }

    /** Somebody else may have it now. */
    void lose() {
        objects.clear();
        order.clear();
        elements.clear();
        beginnings.clear();
        rows.clear();
    }

    /** Whether the thread has not been seen at a place yet. */
    boolean comesTo(String place) {
        return places.add(place);
    }

    /** Whether an object is surely not null. */
    boolean isPresent(int object) {
        return present.contains(object);
    }

    /** An object is about to be used, and is not null behind that. */
    void addPresent(int object) {
        present.add(object);
    }

    /** Whether the thread owns an object, a field of which it is about to use. */
    boolean has(int object, boolean toWrite) {
        typed.add(object);
        Places.Use use = objects.get(object);
        return use != null && (use.writes || !toWrite);
    }

    Places.Use use(int object) {
        return objects.get(object);
    }

    void add(int object, Places.Use use) {
        typed.add(object);
        remove(object);
        objects.put(object, use);
        order.add(object);
    }

    private void remove(int object) {
        objects.remove(object);
        order.remove(Integer.valueOf(object));
    }

    boolean hasElement(int array, int index, boolean toWrite) {
        Boolean writes = elements.get(element(array, index));
        return writes != null && (writes || !toWrite);
    }

    void addElement(int array, int index, boolean writes) {
        elements.put(element(array, index), writes);
    }

    private static long element(int array, int index) {
        return (long) array << Integer.SIZE | index;
    }

    /** The objects that are looked at again, with another one; what cannot be is not known to be the thread's any more. */
    List<Integer> others(int object, Values values) {
        elements.clear();
        beginnings.clear();
        rows.clear();
        remove(object);
        for (int i = order.size() - 1, kept = 0; i >= 0; i--) {
            int other = order.get(i);
            if (kept < MOST_OTHERS && typed.contains(other) && values.variable(other) >= 0) {
                kept++;
            } else {
                remove(other);
            }
        }
        return order;
    }

    boolean hasBeginning(int array) {
        return beginnings.contains(array);
    }

    void addBeginning(int array) {
        if (!beginnings.contains(array)) {
            beginnings.add(array);
        }
    }

    /** What an element was found to be; null if it was not read, or may be another one now. */
    Integer row(int array, int index) {
        return rows.get(element(array, index));
    }

    void addRow(int array, int index, int row) {
        rows.put(element(array, index), row);
    }

    /** Elements of some array have been changed. */
    void changeRows() {
        rows.clear();
    }

    /**
     * An array is looked at to read. Returns those whose first elements are looked at again with it; what is not, is not known to be the
     * thread's any more. If it is an element itself, that is looked at again, too, since it may be another array then.
     *
     * @param array of which the first elements are read; 0 for none
     */
    List<Integer> othersToRead(int array, Values values) {
        List<Integer> others = new ArrayList<>();
        Map<Integer, Long> found = new HashMap<>();
        Long own = place(array, 1, values);
        if (own != null) {
            others.add(array);
            found.put(array, own);
        }
        for (int i = beginnings.size() - 1; i >= 0 && others.size() < MOST_OTHERS; i--) {
            int other = beginnings.get(i);
            Long place = values.variable(other) >= 0 ? null : place(other, 0, values);
            if (place != null || values.variable(other) >= 0) {
                others.add(other);
                found.put(other, place);
            }
        }
        lose();
        for (int i = others.size() - 1; i >= 0; i--) {
            beginnings.add(others.get(i));
            Long place = found.get(others.get(i));
            if (place != null) {
                rows.put(place, others.get(i));
                elements.put(place, false);
            }
        }
        return others;
    }

    /**
     * The element that is an array, if that can be read again and nobody holds what was read before; null if there is none.
     *
     * @param slots in which it may be held
     */
    private Long place(int row, int slots, Values values) {
        for (Map.Entry<Long, Integer> each : rows.entrySet()) {
            boolean isSame = each.getValue() == row;
            if (isSame && values.variable(array(each.getKey())) >= 0 && values.variable(index(each.getKey())) >= 0) {
                return values.isHeld(row, slots) ? null : each.getKey();
            }
        }
        return null;
    }

    /** The array and the index of an element that was found to be this one. */
    int[] place(int row) {
        for (Map.Entry<Long, Integer> each : rows.entrySet()) {
            if (each.getValue() == row) {
                return new int[] {array(each.getKey()), index(each.getKey())};
            }
        }
        throw new IllegalArgumentException("value " + row);
    }

    private static int array(long element) {
        return (int) (element >> Integer.SIZE);
    }

    private static int index(long element) {
        return (int) element;
    }

    void beginFrame() {
        typed.clear();
    }

    // ---- where code comes together

    Map<Integer, Integer> variables() {
        return variables;
    }

    /** The same, and what is in variables. */
    Owned with(Values values) {
        Owned copy = new Owned();
        copy.objects.putAll(objects);
        copy.order.addAll(order);
        copy.elements.putAll(elements);
        copy.beginnings.addAll(beginnings);
        copy.rows.putAll(rows);
        copy.places.addAll(places);
        copy.present.addAll(present);
        copy.variables.putAll(values.variables());
        copy.turn = turn;
        return copy;
    }

    /** What is known whichever way the code comes here; null for a way stands for none. */
    Owned meet(Owned other) {
        if (other == null) {
            return this;
        }
        Owned both = new Owned();
        both.turn = turn && other.turn;
        for (int i = 0; i < order.size(); i++) {
            Places.Use use = objects.get(order.get(i));
            Places.Use same = other.objects.get(order.get(i));
            if (same != null) {
                both.add(order.get(i), use.writes ? same : use);
            }
        }
        both.beginFrame();
        for (Map.Entry<Long, Boolean> element : elements.entrySet()) {
            Boolean same = other.elements.get(element.getKey());
            if (same != null) {
                both.elements.put(element.getKey(), element.getValue() && same);
            }
        }
        for (int i = 0; i < beginnings.size(); i++) {
            if (other.beginnings.contains(beginnings.get(i))) {
                both.beginnings.add(beginnings.get(i));
            }
        }
        for (Map.Entry<Long, Integer> row : rows.entrySet()) {
            if (row.getValue().equals(other.rows.get(row.getKey()))) {
                both.rows.put(row.getKey(), row.getValue());
            }
        }
        both.places.addAll(places);
        both.places.retainAll(other.places);
        both.present.addAll(present);
        both.present.retainAll(other.present);
        for (Map.Entry<Integer, Integer> variable : variables.entrySet()) {
            if (variable.getValue().equals(other.variables.get(variable.getKey()))) {
                both.variables.put(variable.getKey(), variable.getValue());
            }
        }
        return both;
    }
}
