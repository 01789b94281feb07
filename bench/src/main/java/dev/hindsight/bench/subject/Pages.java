package dev.hindsight.bench.subject;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;

/** Tomcat makes pages for two clients in the same JVM; the scale is hundreds of pages. */
public final class Pages {
    private static final int ROWS = 300;

    private Pages() {}

    public static void main(String[] arguments) throws LifecycleException, InterruptedException {
        // It is kept here, or the setting would be forgotten with it.
        Logger quiet = Logger.getLogger("org.apache");
        quiet.setLevel(Level.SEVERE);
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(new File("tomcat").getAbsolutePath());
        tomcat.setHostname(WebClient.HOST);
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("address", WebClient.HOST);
        tomcat.getConnector().setProperty("maxKeepAliveRequests", "-1");
        Context context = tomcat.addContext("", null);
        Tomcat.addServlet(context, "page", new Page());
        context.addServletMappingDecoded("/page", "page");
        tomcat.start();
        int port = tomcat.getConnector().getLocalPort();
        AtomicLong sum = new AtomicLong();
        Team.divide(100 * Integer.parseInt(arguments[0]), (from, to) -> {
            try (WebClient client = new WebClient(port)) {
                for (int i = from; i < to; i++) {
                    sum.addAndGet(client.get("/page?from=" + i));
                }
            }
        });
        tomcat.stop();
        tomcat.destroy();
        System.out.println("pages " + sum + " " + quiet.getLevel());
    }

    /** A table of numbers that follow from the question. */
    private static final class Page extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            int from = Integer.parseInt(request.getParameter("from"));
            response.setContentType("text/html");
            PrintWriter out = response.getWriter();
            out.println("<table>");
            for (int i = 0; i < ROWS; i++) {
                out.println("<tr><td>" + (from + i) + "</td><td>" + (long) (from + i) * i + "</td></tr>");
            }
            out.println("</table>");
        }
    }
}
