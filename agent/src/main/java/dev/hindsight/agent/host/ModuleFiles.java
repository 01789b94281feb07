package dev.hindsight.agent.host;

import dev.hindsight.runtime.Vm;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.module.ModuleReference;
import java.lang.module.ResolvedModule;
import java.lang.reflect.Field;
import java.net.URI;
import java.net.URL;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The modules of the program, which the virtual machine needs as files before any agent can supply them: recording keeps
 * copies, replay starts from the copies and hides that it does.
 */
public final class ModuleFiles {
    /** Directory of a recording that holds the copies. */
    private static final String MODULES = "modules";

    private ModuleFiles() {}

    /** Copies the modules that come from the module path; returns what the manifest says of them. */
    public static List<Object> keep(File recording) {
        List<Object> kept = new ArrayList<>();
        if (System.getProperty("jdk.module.path") == null) {
            return kept;
        }
        for (ResolvedModule module : ModuleLayer.boot().configuration().modules()) {
            URI location = location(module.reference());
            if (location != null) {
                File source = new File(location);
                String copy = MODULES + "/" + kept.size() + "/" + source.getName();
                try {
                    copy(source, new File(recording, copy));
                } catch (IOException e) {
                    throw new IllegalStateException("module " + module.name() + " cannot be kept", e);
                }
                Map<String, Object> entry = new LinkedHashMap<>();
                entry.put("name", module.name());
                entry.put("location", location.toString());
                entry.put("copy", copy);
                kept.add(entry);
            }
        }
        return kept;
    }

    private static URI location(ModuleReference reference) {
        URI location = reference.location().orElse(null);
        return location != null && "file".equals(location.getScheme()) ? location : null;
    }

    private static void copy(File from, File to) throws IOException {
        if (from.isDirectory()) {
            PrivateFiles.makeDirectory(to);
            String[] names = from.list();
            for (int i = 0; names != null && i < names.length; i++) {
                copy(new File(from, names[i]), new File(to, names[i]));
            }
            return;
        }
        PrivateFiles.makeDirectory(to.getParentFile());
        try (FileInputStream in = new FileInputStream(from);
                FileOutputStream out = PrivateFiles.create(to)) {
            in.transferTo(out);
        }
    }

    /** Makes the classes of copied modules say that they come from where they came from. */
    public static void hide(Object manifestModules) {
        if (!(manifestModules instanceof List<?> modules) || modules.isEmpty()) {
            return;
        }
        try {
            Class<?> loader = Class.forName("jdk.internal.loader.BuiltinClassLoader", false, null);
            Class<?> loaded = Class.forName("jdk.internal.loader.BuiltinClassLoader$LoadedModule", false, null);
            Field map = loader.getDeclaredField("packageToModule");
            Field reference = loaded.getDeclaredField("mref");
            Field source = loaded.getDeclaredField("codeSourceURL");
            Map<?, ?> packages = (Map<?, ?>) Vm.getReference(Vm.staticBase(map), Vm.staticOffset(map));
            for (Object module : packages.values()) {
                ModuleReference found = (ModuleReference) Vm.getReference(module, Vm.offset(reference));
                URL recorded = recordedLocation(found.descriptor().name(), modules);
                if (recorded != null) {
                    Vm.setReference(module, Vm.offset(source), recorded);
                }
            }
        } catch (ReflectiveOperationException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @SuppressWarnings("deprecation")
    private static URL recordedLocation(String name, List<?> modules) throws IOException {
        for (Object module : modules) {
            if (module instanceof Map<?, ?> entry && name.equals(entry.get("name"))) {
                return new URL(String.valueOf(entry.get("location")));
            }
        }
        return null;
    }
}
