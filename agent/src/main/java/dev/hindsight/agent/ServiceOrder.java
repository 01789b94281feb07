package dev.hindsight.agent;

import dev.hindsight.runtime.Vm;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import jdk.internal.loader.BootLoader;
import jdk.internal.module.ServicesCatalog;
import jdk.internal.module.ServicesCatalog.ServiceProvider;

/**
 * Puts the JDK's lists of service providers in the order of their names.
 *
 * <p>They are made while the module system starts, in an order that depends on a salt drawn at each start, long before the
 * agent could see or set it; which provider comes first is visible to programs.
 */
final class ServiceOrder implements Comparator<ServiceProvider> {
    private static final long MAP = Vm.offsetOf(ServicesCatalog.class, "map");

    private ServiceOrder() {}

    static void settle() {
        settle(BootLoader.getServicesCatalog());
        for (ClassLoader loader = ClassLoader.getSystemClassLoader(); loader != null; loader = loader.getParent()) {
            ServicesCatalog catalog = ServicesCatalog.getServicesCatalogOrNull(loader);
            if (catalog != null) {
                settle(catalog);
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static void settle(ServicesCatalog catalog) {
        Map<String, List<ServiceProvider>> lists = (Map<String, List<ServiceProvider>>) Vm.getReference(catalog, MAP);
        for (List<ServiceProvider> providers : lists.values()) {
            if (providers.size() > 1) {
                providers.sort(new ServiceOrder());
            }
        }
    }

    @Override
    public int compare(ServiceProvider one, ServiceProvider other) {
        return one.providerName().compareTo(other.providerName());
    }
}
