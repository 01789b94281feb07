package dev.hindsight.app;

/** Tells which release this is. */
final class Version {
    private Version() {}

    static String line() {
        String version = Version.class.getPackage().getImplementationVersion();
        return "hindsight " + (version == null ? "(not packaged)" : version);
    }
}
