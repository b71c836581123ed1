package fixpoint.validator;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The files that documents lie in while they are validated. Each goes with its validation, all of them with the process;
 * what a killed one has left is removed by whichever runs next in the same directory.
 */
final class Documents {
    private static final String PREFIX = "fixpoint-validator-";
    /** Of what veraPDF itself writes of a document, and forgets when it is killed. */
    private static final String VERAPDF_PREFIX = "tmp_pdf_file";
    /** No document is received and validated for that long. */
    private static final Duration LEFT_BEHIND = Duration.ofMinutes(10);
    private static final Duration SWEPT_EVERY = Duration.ofMinutes(5);

    private static final Path DIRECTORY = Path.of(System.getProperty("java.io.tmpdir"));
    private static final Set<Path> IN_USE = ConcurrentHashMap.newKeySet();

    private Documents() {}

    static Path create() throws IOException {
        Path document = Files.createTempFile(DIRECTORY, PREFIX, ".pdf");
        IN_USE.add(document);
        return document;
    }

    static void remove(Path document) throws IOException {
        Files.deleteIfExists(document);
        IN_USE.remove(document);
    }

    /** For the end of the process; one that is halted asks for it. */
    static void removeAll() {
        for (Path document : IN_USE) {
            try {
                remove(document);
            } catch (IOException kept) {
                // The next process finds it.
            }
        }
    }

    /** Now, and again and again for as long as the process lives. */
    static void keepClear() {
        Runtime.getRuntime().addShutdownHook(new Thread(Documents::removeAll));
        ScheduledExecutorService sweeper = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "sweeper");
            thread.setDaemon(true);
            return thread;
        });
        sweeper.scheduleWithFixedDelay(Documents::sweep, 0, SWEPT_EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static void sweep() {
        Instant limit = Instant.now().minus(LEFT_BEHIND);
        try (DirectoryStream<Path> files = Files.newDirectoryStream(DIRECTORY, Documents::isOfDocuments)) {
            for (Path file : files) removeIfOlder(file, limit);
        } catch (IOException | RuntimeException unreadable) {
            // Tried again; a task that throws would be the last.
        }
    }

    private static boolean isOfDocuments(Path file) {
        String name = file.getFileName().toString();
        return name.startsWith(PREFIX) || name.startsWith(VERAPDF_PREFIX);
    }

    private static void removeIfOlder(Path file, Instant limit) {
        try {
            if (Files.getLastModifiedTime(file).toInstant().isBefore(limit)) Files.deleteIfExists(file);
        } catch (NoSuchFileException gone) {
            // Its owner was quicker.
        } catch (IOException kept) {
            // Another user's; the others are removed all the same.
        }
    }
}
