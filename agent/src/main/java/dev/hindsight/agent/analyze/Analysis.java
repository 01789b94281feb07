package dev.hindsight.agent.analyze;

import static org.objectweb.asm.Opcodes.INVOKEINTERFACE;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;

import dev.hindsight.agent.patch.Facts;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Finds the {@link Facts} about the classes of a class path, and counts what they save. */
public final class Analysis {
    private final Shapes shapes;
    private final Constants constants;
    private final Reach reach;
    private final Set<MemberRef> fields = new HashSet<>();
    private final Set<MemberRef> calls = new HashSet<>();
    private final Set<MemberRef> interfaceCalls = new HashSet<>();

    private long[] facts = new long[1 << 10];
    private int count;
    private int constantFields;
    private int allFields;
    private int endingMethods;
    private int allMethods;

    private Analysis(Map<String, byte[]> classes) throws IOException {
        this.shapes = new Shapes(classes);
        this.constants = new Constants(shapes);
        this.reach = new Reach(shapes);
    }

    /** @param classes by internal name; those that are none are as if they were not there */
    public static Analysis of(Map<String, byte[]> classes) throws IOException {
        Map<String, byte[]> whole = new LinkedHashMap<>(classes);
        while (true) {
            Analysis analysis = new Analysis(whole);
            String damaged = analysis.visitAll();
            if (damaged == null) {
                analysis.findAll();
                return analysis;
            }
            whole.remove(damaged);
        }
    }

    /** The name of a class whose code cannot be read; null if all can. */
    private String visitAll() {
        for (Shape shape : shapes.program()) {
            try {
                constants.visit(shape, new Named());
            } catch (RuntimeException e) {
                return shape.name;
            }
        }
        return null;
    }

    private void findAll() throws IOException {
        for (Shape shape : shapes.program()) {
            addClass(shape);
        }
        addUses();
    }

    /** What was found. */
    public Facts facts() {
        return Facts.of(Arrays.copyOf(facts, count));
    }

    /** How much that is, in the order in which it is shown. */
    public Map<String, Object> summary() {
        Map<String, Object> summary = new LinkedHashMap<>();
        summary.put("classes", (long) shapes.program().size());
        summary.put("fields", (long) allFields);
        summary.put("constantFields", (long) constantFields);
        summary.put("methods", (long) allMethods);
        summary.put("methodsNotCalledByJdk", (long) endingMethods);
        return summary;
    }

    /** Keeps what the code of the program names. */
    private final class Named implements Constants.Uses {
        @Override
        public void field(int opcode, String owner, String name, String descriptor) {
            fields.add(new MemberRef(owner, name, descriptor));
        }

        @Override
        public void method(int opcode, String owner, String name, String descriptor) {
            if (opcode != INVOKESTATIC && owner.charAt(0) != '[') {
                (opcode == INVOKEINTERFACE ? interfaceCalls : calls).add(new MemberRef(owner, name, descriptor));
            }
        }
    }

    private void add(long fact) {
        if (count == facts.length) {
            facts = Arrays.copyOf(facts, 2 * count);
        }
        facts[count++] = fact;
    }

    private void add(char kind, String owner, String name, String descriptor) {
        add(Facts.of(kind, owner, name, descriptor));
    }

    private void addClass(Shape shape) throws IOException {
        add(Facts.of(Facts.CLASS, shape.name, shape.content));
        add(Facts.NAME, shape.name, "", "");
        for (String[] method : shape.methods()) {
            boolean counts = !method[0].equals("<init>");
            allMethods += counts ? 1 : 0;
            if (reach.endsInProgram(shape, method[0], method[1])) {
                endingMethods += counts ? 1 : 0;
                add(Facts.ENDS, shape.name, method[0], method[1]);
            }
        }
        for (String[] field : shape.fields()) {
            if (!shape.isFinal(field[0], field[1])) {
                boolean constant = constants.isConstant(shape, field[0], field[1]);
                allFields++;
                constantFields += constant ? 1 : 0;
                if (constant) {
                    add(Facts.KEPT, "", field[0], field[1]);
                }
            }
        }
        // What it inherits, others may reach through it.
        for (Shape above : shapes.supertypes(shape)) {
            for (String[] field : above.fields()) {
                boolean kept = shapes.isProgram(above)
                        && !above.isFinal(field[0], field[1])
                        && constants.isConstant(above, field[0], field[1]);
                if (kept) {
                    add(Facts.KEPT, shape.name, field[0], field[1]);
                }
            }
        }
    }

    private void addUses() throws IOException {
        for (MemberRef field : fields) {
            Shape declarer = shapes.declarer(field.owner(), field.name(), field.descriptor());
            if (declarer != null) {
                if (constants.isConstant(declarer, field.name(), field.descriptor())) {
                    add(Facts.CONSTANT, field.owner(), field.name(), field.descriptor());
                }
                if (!declarer.isStatic(field.name(), field.descriptor())
                        && !declarer.isVolatile(field.name(), field.descriptor())
                        && shapes.isAllOwn(field.owner())) {
                    add(Facts.PLAIN, field.owner(), field.name(), field.descriptor());
                }
            }
        }
        for (MemberRef call : calls) {
            if (reach.isOfProgram(call.owner(), call.name(), call.descriptor())) {
                add(Facts.OPEN, call.owner(), call.name(), call.descriptor());
            }
        }
        for (MemberRef call : interfaceCalls) {
            if (reach.isOfProgramOnly(call.owner(), call.name(), call.descriptor())) {
                add(Facts.OPEN, call.owner(), call.name(), call.descriptor());
            }
        }
    }
}
