package dev.hindsight.app;

import picocli.CommandLine.IVersionProvider;

/** Tells which release this is. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = Version.class.getPackage().getImplementationVersion();
        return new String[] {"hindsight " + (version == null ? "(not packaged)" : version)};
    }
}
