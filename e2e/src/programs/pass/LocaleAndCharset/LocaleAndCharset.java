// same-as-plain
import java.nio.charset.Charset;
import java.text.Collator;
import java.text.NumberFormat;
import java.time.ZoneId;
import java.util.Currency;
import java.util.Locale;
import java.util.TimeZone;

/** Prints locale, charset and time zone, and what follows from them. */
public class LocaleAndCharset {
    public static void main(String[] args) {
        System.out.println(Locale.getDefault() + " " + Locale.getDefault(Locale.Category.FORMAT) + " "
                + Locale.getDefault().getDisplayName());
        System.out.println(Charset.defaultCharset() + " " + System.getProperty("native.encoding") + " "
                + System.getProperty("sun.jnu.encoding"));
        System.out.println("printed \u00e9 \u4e16 \ud83d\ude00");
        System.out.println("\u00e9\u4e16".getBytes().length);
        System.out.println(TimeZone.getDefault() + " " + ZoneId.systemDefault());
        System.out.println(TimeZone.getDefault().getDisplayName() + " "
                + TimeZone.getDefault().useDaylightTime());
        System.out.println(NumberFormat.getInstance().format(1234567.891) + " " + String.format("%,.2f", 1234567.891));
        System.out.println(
                NumberFormat.getCurrencyInstance(Locale.GERMANY).format(12.5) + " " + Currency.getInstance("JPY"));
        System.out.println(String.format(Locale.FRANCE, "%,d %.3f %tB", 1234567, Math.E, 0L));
        System.out.println("TITLE".toLowerCase(Locale.forLanguageTag("tr")) + " " + "title".toUpperCase());
        System.out.println(Collator.getInstance().compare("\u00e9", "f") + " " + Locale.getAvailableLocales().length);
        Locale.setDefault(Locale.JAPAN);
        TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
        System.out.println(String.format("%tA %<tZ", 0L) + " " + Locale.getDefault() + " "
                + TimeZone.getDefault().getID());
    }
}
