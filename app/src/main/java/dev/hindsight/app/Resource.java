package dev.hindsight.app;

/**
 * What a descriptor stands for.
 *
 * @param name as the program gave it, or {@code stdin}, {@code stdout}, {@code stderr}
 * @param path absolute and normal; the name itself if it is not a path
 */
record Resource(String name, String path) {
    static final Resource STDIN = new Resource("stdin", "stdin");
    static final Resource STDOUT = new Resource("stdout", "stdout");
    static final Resource STDERR = new Resource("stderr", "stderr");

    /** Resolves a path as the program did. */
    static Resource file(String name, String directory) {
        return new Resource(name, absolute(name, directory));
    }

    /** Paths of a recording may hold what paths of this machine cannot, so they are handled as text. */
    static String absolute(String name, String directory) {
        String joined = name.startsWith("/") || directory.isEmpty() ? name : directory + "/" + name;
        StringBuilder path = new StringBuilder();
        for (String part : joined.split("/")) {
            if (part.equals("..")) {
                path.setLength(Math.max(0, path.lastIndexOf("/")));
            } else if (!part.isEmpty() && !part.equals(".")) {
                path.append('/').append(part);
            }
        }
        return path.isEmpty() ? "/" : path.toString();
    }
}
