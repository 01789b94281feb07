import java.text.DateFormat;
import java.text.ParseException;
import java.text.SimpleDateFormat;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.TimeZone;

/** Formats and parses dates in the zone that the environment chose. */
public class DateFormats {
    public static void main(String[] args) throws ParseException {
        SimpleDateFormat format = new SimpleDateFormat("yyyy-MM-dd HH:mm:ss.SSS z Z");
        System.out.println(format.format(new Date()) + " | " + format.format(new Date(0)));
        System.out.println(
                format.getTimeZone().getID() + " " + TimeZone.getDefault().getRawOffset());
        System.out.println(
                new SimpleDateFormat("yyyy-MM-dd").parse("2024-02-29").getTime());
        System.out.println(new Date() + " " + new Date(1_700_000_000_000L));
        System.out.println(DateFormat.getDateTimeInstance().format(new Date(1_700_000_000_000L)));
        System.out.println(DateFormat.getInstance().format(new Date()));
        Calendar calendar = Calendar.getInstance();
        System.out.println(calendar.getTimeInMillis() + " " + calendar.get(Calendar.HOUR_OF_DAY) + " "
                + calendar.getFirstDayOfWeek());
        System.out.println(new GregorianCalendar(2024, Calendar.MARCH, 31).getTimeInMillis());
        System.out.println(String.format("%tc | %<tQ | %<tF %<tT %<tZ", new Date()));
        try {
            format.parse("no date");
        } catch (ParseException e) {
            e.printStackTrace(System.out);
        }
    }
}
