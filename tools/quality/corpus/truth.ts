/** The known facts of a corpus file: one line of `truth-NAME.jsonl`, with the members that a measure uses. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { RISK_LEVELS } from '#domain/report.ts';

const Risk = z.enum(RISK_LEVELS);
const names = z.array(z.string());
const count = z.number().nullish();
const flag = z.boolean().nullish();

const Field = z.object({
  name: z.string(),
  type: z.string().nullish(),
  value: z.union([z.string(), names]).nullish(),
  flags: count,
  widgets: count,
  has_ap: flag,
  hidden: flag,
});

/** The verdict of pyHanko, a second validator, on a signature. */
const Signature = z.object({
  field: z.string(),
  integrity: flag,
  crypto_valid: flag,
  coverage: z.string().nullish(),
  docmdp_ok: flag,
  expired: flag,
});

/** The purpose of the file. */
const Expectation = z.object({
  outcome: z.enum(['normalize', 'fail-input', 'either']).nullish(),
  pages: count,
  max_seconds: count,
  max_rss_mb: count,
  must_flag: flag,
  min_risk: Risk.nullish(),
  max_risk: Risk.nullish(),
  anomalies: names.nullish(),
  anomalies_alt: names.nullish(),
  anomalies_any_of: names.nullish(),
  forbidden: z.string().nullish(),
  overall: z.string().nullish(),
  signatureCount: count,
  signatures: z
    .array(Signature.pick({ field: true, integrity: true, coverage: true, docmdp_ok: true, expired: true }))
    .nullish(),
  security: z.record(z.string(), z.boolean()).nullish(),
  fields: z.array(Field.pick({ name: true, type: true, value: true })).nullish(),
  text_contains: names.nullish(),
  text_absent: names.nullish(),
  content_group: z.string().nullish(),
  equiv_group: z.string().nullish(),
  equiv_level: z.string().nullish(),
  encryptedInput: flag,
  incrementalUpdatesRemoved: flag,
  xrefRebuilt: flag,
  brokenReferencesDetected: flag,
});

const Truth = z.object({
  path: z.string(),
  tags: names,
  readers: z.object({ pikepdf: z.string() }),
  pages: z.object({ pikepdf: count, poppler: count, mupdf: count }),
  encryption: z.object({ user_password_needed: flag }).nullish(),
  active: z.object({ actions: z.record(z.string(), z.number()), annots: z.record(z.string(), z.number()) }).nullish(),
  form: z.object({ fields: z.array(Field) }).nullish(),
  fonts: z.object({ other_unembedded: names, type3: z.boolean() }).nullish(),
  signatures: z.object({ pyhanko: z.array(Signature), overall_integrity: z.string().nullish() }).nullish(),
  expect: z.preprocess(markForbiddenVerdicts, Expectation.extend({ neverValid: z.boolean() })).nullish(),
  spec: z.object({
    contentHashNull: flag,
    encryptedInput: flag,
    javascriptPresent: flag,
    launchPresent: flag,
    openActionPresent: flag,
    embeddedFilesPresent: flag,
    richMediaPresent: flag,
    acroformPresent: flag,
    pdfaDeclared: flag,
    pdfaLevel: z.string().nullish(),
  }),
});

export type Truth = z.infer<typeof Truth>;
export type TruthField = z.infer<typeof Field>;
export type TruthSignature = z.infer<typeof Signature>;

/** The truths of a corpus by relative path. */
export function readTruths(path: string): Map<string, Truth> {
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return new Map(lines.map((line) => Truth.parse(JSON.parse(line))).map((truth) => [truth.path, truth]));
}

/** `signature_must_not_be_valid` has several names, some with a reason as their value. Its presence counts. */
function markForbiddenVerdicts(expect: unknown): unknown {
  if (typeof expect !== 'object' || expect === null) return expect;
  const neverValid = Object.keys(expect).some((key) => key.startsWith('signature_must_not_be_valid'));
  return { ...expect, neverValid };
}

export function atLeast(risk: string, least: string): boolean {
  return rank(risk) >= rank(least);
}

function rank(risk: string): number {
  return RISK_LEVELS.findIndex((name) => name === risk);
}
