package dev.hindsight.bench;

import dev.hindsight.bench.subject.Answers;
import dev.hindsight.bench.subject.Cache;
import dev.hindsight.bench.subject.Cipher;
import dev.hindsight.bench.subject.Counts;
import dev.hindsight.bench.subject.Download;
import dev.hindsight.bench.subject.Empty;
import dev.hindsight.bench.subject.Entries;
import dev.hindsight.bench.subject.Factors;
import dev.hindsight.bench.subject.Javac;
import dev.hindsight.bench.subject.Jflex;
import dev.hindsight.bench.subject.Json2009;
import dev.hindsight.bench.subject.Lang747;
import dev.hindsight.bench.subject.Link;
import dev.hindsight.bench.subject.LogFiles;
import dev.hindsight.bench.subject.Orders;
import dev.hindsight.bench.subject.Pages;
import dev.hindsight.bench.subject.Particles;
import dev.hindsight.bench.subject.Products;
import dev.hindsight.bench.subject.Queue;
import dev.hindsight.bench.subject.Rays;
import dev.hindsight.bench.subject.Relaxation;
import dev.hindsight.bench.subject.Rhino;
import dev.hindsight.bench.subject.Sablecc;
import dev.hindsight.bench.subject.Search;
import dev.hindsight.bench.subject.Series;
import dev.hindsight.bench.subject.SmallReads;
import dev.hindsight.bench.subject.Source;
import dev.hindsight.bench.subject.Waits;
import dev.hindsight.bench.subject.Walks;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The programs that can be measured. */
enum Subject {
    STARTUP(Empty.class, Load.NONE, 1),
    JFLEX(Jflex.class, Load.CPU, 1, "jflex-", "java-cup-runtime-"),
    SABLECC(Sablecc.class, Load.CPU, 1, "sablecc-"),
    JAVAC(Javac.class, Load.CPU, 1),
    LANG747(Lang747.class, Load.CPU, 1000, "commons-lang3-"),
    RHINO(Rhino.class, Load.CPU, 10, "rhino-"),
    JSON2009(Json2009.class, Load.CPU, 100, "json-"),
    FILES(LogFiles.class, Load.IO, 10),
    SMALLREADS(SmallReads.class, Load.IO, 200),
    WAITS(Waits.class, Load.WAITING, 50),
    CIPHER(Cipher.class, Load.THREADS, 10),
    RELAXATION(Relaxation.class, Load.THREADS, 20),
    PARTICLES(Particles.class, Load.THREADS, 100),
    WALKS(Walks.class, Load.THREADS, 40),
    PRODUCTS(Products.class, Load.THREADS, 10),
    SERIES(Series.class, Load.THREADS, 100),
    FACTORS(Factors.class, Load.THREADS, 10),
    RAYS(Rays.class, Load.THREADS, 10),
    CACHE(Cache.class, Load.THREADS, 10_000),
    QUEUE(Queue.class, Load.THREADS, 500),
    COUNTS(Counts.class, Load.THREADS, 1000),
    ORDERS(Orders.class, Load.THREADS, 20, "h2-"),
    SEARCH(Search.class, Load.THREADS, 2, "lucene-core-"),
    ENTRIES(Entries.class, Load.THREADS, 100, "je-"),
    PAGES(Pages.class, Load.THREADS, 10, "tomcat-embed-core-", "tomcat-annotations-api-"),
    ANSWERS(Answers.class, Load.THREADS, 5),
    DOWNLOAD(Download.class, Load.THREADS, 200),
    LINK(Link.class, Load.WAITING, 100);

    /** Programs with two threads that need no library: what runs is theirs, and the baselines record it. */
    static final Set<Subject> CONTEST = EnumSet.range(CIPHER, COUNTS);

    /** What a subject spends its time on. */
    enum Load {
        NONE,
        CPU,
        IO,
        WAITING,
        /** CPU, by two threads or more; all variants run on one processor. */
        THREADS
    }

    private final Class<?> program;
    private final Load load;
    private final long initialScale;
    private final List<String> libraries;

    Subject(Class<?> program, Load load, long initialScale, String... libraries) {
        this.program = program;
        this.load = load;
        this.initialScale = initialScale;
        this.libraries = List.of(libraries);
    }

    /** As on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    String mainClass() {
        return program.getName();
    }

    /** The main class of a server that it needs, in a JVM of its own; its port is the subject's second argument. */
    Optional<String> peer() {
        return this == DOWNLOAD || this == LINK ? Optional.of(Source.class.getName()) : Optional.empty();
    }

    Load load() {
        return load;
    }

    /** A scale at which it runs about a second. */
    long initialScale() {
        return initialScale;
    }

    /** What the names of the jars begin with that it needs. */
    List<String> libraries() {
        return libraries;
    }
}
