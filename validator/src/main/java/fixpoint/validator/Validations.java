package fixpoint.validator;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.verapdf.core.EncryptedPdfException;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.ValidationResult;
import org.verapdf.pdfa.validation.profiles.Rule;
import org.verapdf.pdfa.validation.profiles.RuleId;
import org.verapdf.processor.reports.enums.JobEndStatus;

/** Runs veraPDF on one document within a deadline, a few documents at a time. */
final class Validations {
    private static final int AT_ONCE = 2;
    private static final Duration GRACE = Duration.ofSeconds(2);
    /** veraPDF recurses over what documents nest. */
    private static final long STACK_BYTES = 32L * 1024 * 1024;

    private final Semaphore places = new Semaphore(AT_ONCE, true);
    private final Duration deadline;

    Validations(Duration deadline) {
        this.deadline = deadline;
    }

    /** A document that goes on after its deadline although it was told to end. */
    static final class Stuck extends Exception {}

    /** The report in the shape of veraPDF's own: a result, or the exception that stood in its way. */
    Map<String, Object> validate(Path document, String level) throws TimeoutException, Stuck {
        places.acquireUninterruptibly();
        try {
            Job job = new Job(document, PDFAFlavour.byFlavourId(level));
            // A thread of its own: veraPDF keeps what it knows of a document in thread locals.
            Thread thread = new Thread(null, job, "validation", STACK_BYTES);
            thread.setDaemon(true);
            thread.start();
            await(thread, deadline);
            if (thread.isAlive()) {
                job.cancel();
                await(thread, GRACE);
                if (thread.isAlive()) throw new Stuck();
                throw new TimeoutException();
            }
            return Map.of("report", Map.of("jobs", List.of(job.outcome)));
        } finally {
            places.release();
        }
    }

    private static void await(Thread thread, Duration time) {
        try {
            TimeUnit.MILLISECONDS.timedJoin(thread, time.toMillis());
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private static final class Job implements Runnable {
        private final Path document;
        private final PDFAFlavour flavour;
        private volatile PDFAValidator validator;
        private volatile Map<String, Object> outcome = Map.of();

        Job(Path document, PDFAFlavour flavour) {
            this.document = document;
            this.flavour = flavour;
        }

        @Override
        public void run() {
            try (PDFAParser parser = Foundries.defaultInstance().createParser(document.toFile(), flavour)) {
                validator = Foundries.defaultInstance().createValidator(flavour, false);
                ValidationResult result = validator.validate(parser);
                outcome = Map.of("validationResult", List.of(describe(result)));
            } catch (EncryptedPdfException encrypted) {
                outcome = exception("ENCRYPTED");
            } catch (Exception | StackOverflowError error) {
                // Its message may quote the document.
                outcome = exception(error.getClass().getSimpleName());
            }
        }

        void cancel() {
            PDFAValidator running = validator;
            if (running != null) running.cancelValidation(JobEndStatus.TIMEOUT);
        }

        private static Map<String, Object> exception(String name) {
            return Map.of("taskException", Map.of("type", name));
        }

        private static Map<String, Object> describe(ValidationResult result) {
            List<Map<String, Object>> failures = new ArrayList<>();
            for (Map.Entry<RuleId, Integer> failure : result.getFailedChecks().entrySet()) {
                RuleId id = failure.getKey();
                Rule rule = result.getValidationProfile().getRuleByRuleId(id);
                failures.add(Map.of(
                        "status", "failed",
                        "specification", id.getSpecification().getId(),
                        "clause", id.getClause(),
                        "testNumber", id.getTestNumber(),
                        "failedChecks", failure.getValue(),
                        "description", rule == null ? "" : rule.getDescription()));
            }
            return Map.of("compliant", result.isCompliant(), "details", Map.of("ruleSummaries", failures));
        }
    }
}
