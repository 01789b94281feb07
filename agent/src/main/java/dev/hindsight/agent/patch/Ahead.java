package dev.hindsight.agent.patch;

/** What the code of one class may rely on because it was found out before the program ran. */
public final class Ahead {
    /** Nothing was found out. */
    public static final Ahead NOTHING = new Ahead(null, "", false, false);

    private final Facts facts;
    private final String self;
    private final boolean covered;
    private final boolean checked;

    /**
     * @param facts about the program; null for nothing
     * @param self the class's internal name
     * @param covered whether the class was there then
     * @param checked whether nothing is relied on, and all of it is looked at
     */
    public Ahead(Facts facts, String self, boolean covered, boolean checked) {
        this.facts = facts;
        this.self = self;
        this.covered = facts != null && covered && !checked;
        this.checked = facts != null && covered && checked;
    }

    /** Whether a field does not change any more when others can reach it. */
    public boolean isSettled(String owner, String field, String descriptor) {
        return covered && facts.has(Facts.CONSTANT, owner, field, descriptor);
    }

    /** Whether others take a field for constant, and do not know that this class may change it. */
    public boolean unsettles(String owner, String field, String descriptor) {
        return facts != null && !covered && !checked && facts.isKept(owner, field, descriptor);
    }

    /** Whether a field is one of an object of the program, and not volatile. */
    public boolean isPlain(String owner, String field, String descriptor) {
        return covered && facts.has(Facts.PLAIN, owner, field, descriptor);
    }

    /** Whether the program declares whatever is called through a method. */
    public boolean isOpen(String owner, String method, String descriptor) {
        return covered && facts.has(Facts.OPEN, owner, method, descriptor);
    }

    /** Whether the JDK does not call a method that this class declares. */
    public boolean endsInProgram(String method, String descriptor) {
        return covered && facts.has(Facts.ENDS, self, method, descriptor);
    }

    /** Whether it has to be seen that a field is written before others can reach the object. */
    public boolean checksWrite(String owner, String field, String descriptor) {
        return checked && facts.has(Facts.CONSTANT, owner, field, descriptor);
    }

    /** Whether it has to be seen that the program declares whatever is called through a method. */
    public boolean checksCall(String owner, String method, String descriptor) {
        return checked && facts.has(Facts.OPEN, owner, method, descriptor);
    }

    /** Whether it has to be seen that the JDK does not call a method that this class declares. */
    public boolean checksEnd(String method, String descriptor) {
        return checked && facts.has(Facts.ENDS, self, method, descriptor);
    }
}
