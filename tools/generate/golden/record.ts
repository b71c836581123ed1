/**
 * `node tools/generate/golden/record.ts`: writes the folder of `fixtures/` that is named like the pipeline specification: one document, its
 * report and its proofs. Later versions of the code must read and verify them. It runs before the specification is raised.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_OPTIONS, PIPELINE_SPEC } from '#domain/pipeline.ts';
import { normalize } from '#test/support/normalize.ts';
import { newDevelopmentKey, readSigningKey } from '#src/keys/signing-key.ts';
import { withVerdict } from '#domain/verdict/verdict.ts';
import { factsSigner, namedFacts } from '#src/proof/facts.ts';
import { proofIssuer } from '#src/proof/issue.ts';
import { toolchainOf } from '#temporal/worker/toolchain.ts';

const FIXTURES = join(import.meta.dirname, '../../../fixtures');
const {
  report: found,
  timeline,
  bytes,
} = await normalize(new Uint8Array(readFileSync(join(FIXTURES, 'pdf/hello.pdf'))), DEFAULT_OPTIONS);
const report = withVerdict(found, timeline);
if (report.normalized === null || bytes === null) throw new Error('The document has no output.');

// The private key signs only this document and is not stored.
const key = readSigningKey(newDevelopmentKey(), { production: false });
const toolchain = toolchainOf({ imageDigest: 'unpinned' }, 'full');
const publicUrl = 'https://fixpoint.test';
const submissionId = crypto.randomUUID();
const ended = { report, timeline, pages: null, stageDurationsMs: {}, processingTimeMs: 12, completedAt: new Date() };
const facts = await factsSigner({ key, publicUrl })({ submissionId, options: DEFAULT_OPTIONS, ...ended });
const issue = proofIssuer({ key, publicUrl, toolchain, stamp: null });
const { attestation, certificate, envelope } = await issue({
  report,
  normalized: report.normalized,
  facts: namedFacts(submissionId, facts),
  processingTimeMs: 12,
  attestationId: crypto.randomUUID(),
  issuedAt: new Date(),
});

const folder = join(FIXTURES, PIPELINE_SPEC);
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
mkdirSync(folder);
writeFileSync(join(folder, 'normalized.pdf'), bytes);
writeFileSync(join(folder, 'report.json'), json(report));
writeFileSync(join(folder, 'attestation.json'), json(attestation));
writeFileSync(join(folder, 'certificate.jws'), certificate);
writeFileSync(join(folder, 'envelope.json'), json(envelope));
writeFileSync(join(folder, 'facts.json'), facts.document);
writeFileSync(join(folder, 'facts.dsse.json'), json(facts.envelope));
writeFileSync(join(folder, 'keys.json'), json({ keys: [key.publicJwk] }));
process.stdout.write(`${folder} written\n`);
