import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.chrono.JapaneseDate;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;

/** Asks java.time what time it is, here and elsewhere. */
public class DatesAndTimes {
    public static void main(String[] args) {
        System.out.println(Instant.now() + " " + Instant.now().getNano());
        System.out.println(LocalDate.now() + " " + LocalTime.now() + " " + LocalDateTime.now());
        System.out.println(ZonedDateTime.now() + " " + OffsetDateTime.now());
        System.out.println(ZonedDateTime.now(ZoneId.of("Asia/Tokyo")) + " " + LocalDate.now(ZoneId.of("Pacific/Apia")));
        System.out.println(Year.now() + " " + YearMonth.now() + " " + MonthDay.now() + " " + JapaneseDate.now());
        System.out.println(
                ZoneId.systemDefault() + " " + ZoneId.systemDefault().getRules().getOffset(Instant.now()));
        System.out.println(DateTimeFormatter.ISO_ORDINAL_DATE.format(LocalDate.now()));
        System.out.println(
                DateTimeFormatter.ofLocalizedDateTime(FormatStyle.FULL).format(ZonedDateTime.now()));
        System.out.println(DateTimeFormatter.ofPattern("EEEE, d MMMM uuuu HH:mm:ss.nnnnnnnnn zzzz")
                .format(ZonedDateTime.now()));
        System.out.println(
                ZonedDateTime.of(2024, 7, 1, 0, 0, 0, 0, ZoneId.systemDefault()).toInstant());
    }
}
