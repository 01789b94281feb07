// same-as-plain
import java.text.MessageFormat;
import java.util.Enumeration;
import java.util.ListResourceBundle;
import java.util.Locale;
import java.util.MissingResourceException;
import java.util.ResourceBundle;
import java.util.TreeSet;

/** Loads resource bundles from the class path for several locales. */
public class ResourceBundles {
    public static class Compiled extends ListResourceBundle {
        @Override
        protected Object[][] getContents() {
            return new Object[][] {{"key", "from a class"}, {"number", 7}};
        }
    }

    public static void main(String[] args) {
        for (Locale locale : new Locale[] {Locale.ROOT, Locale.GERMANY, Locale.FRANCE, Locale.getDefault()}) {
            ResourceBundle bundle = ResourceBundle.getBundle("text.messages", locale);
            System.out.println(locale + " -> <" + bundle.getLocale() + "> " + bundle.getString("greeting") + " "
                    + MessageFormat.format(bundle.getString("count"), 1234.5));
            Enumeration<String> keys = bundle.getKeys();
            TreeSet<String> sorted = new TreeSet<>();
            keys.asIterator().forEachRemaining(sorted::add);
            System.out.println(sorted);
        }
        ResourceBundle compiled = ResourceBundle.getBundle("ResourceBundles$Compiled");
        System.out.println(compiled.getString("key") + " " + compiled.getObject("number"));
        ResourceBundle.clearCache();
        try {
            ResourceBundle.getBundle("text.missing");
        } catch (MissingResourceException e) {
            e.printStackTrace(System.out);
        }
        try {
            ResourceBundle.getBundle("text.messages").getString("missing");
        } catch (MissingResourceException e) {
            e.printStackTrace(System.out);
        }
    }
}
