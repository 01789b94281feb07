import java.security.ProtectionDomain;
import java.util.HashSet;
import java.util.Set;

/** Modules, and the domains of classes, have identity hashes, and sets of them an order. */
public class ModuleOrder {
    public static void main(String[] args) {
        for (Module module : ModuleLayer.boot().modules()) {
            System.out.println(module + " " + module.hashCode());
        }
        System.out.println(new HashSet<>(ModuleLayer.boot().modules()));
        System.out.println(ModuleOrder.class.getModule().hashCode() + " " + ModuleLayer.boot().hashCode());
        ProtectionDomain own = ModuleOrder.class.getProtectionDomain();
        Runnable lambda = () -> {};
        System.out.println(own.hashCode() + " " + lambda.getClass().getProtectionDomain().hashCode());
        System.out.println(Set.of(own, ModuleLayer.boot(), Object.class.getModule()).iterator().next().getClass());
        Module base = Object.class.getModule();
        System.out.println(ModuleOrder.class.getModule().canRead(base) + " " + base.isOpen("java.lang")
                + " " + base.isExported("jdk.internal.misc", ModuleLayer.boot().findModule("jdk.unsupported").get()));
    }
}
