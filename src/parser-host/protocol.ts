/**
 * The requests of the worker and the replies of a parser child. There is one request at a time, and one reply to each
 * except `normalize`.
 */
import { z } from 'zod';
import { EMBEDDED_FILES_POLICIES, MISSING_GLYPH_POLICIES, PROOFS } from '#domain/pipeline.ts';
import { normalizedSchema, reportFactsSchema, stageStepSchema } from '#src/contract/parser/report-schema.ts';

/** The options of one document, without the data that children get at their start. */
const options = z.strictObject({
  linearize: z.boolean(),
  removeAnnotations: z.boolean(),
  signedPdfPolicy: z.enum(['reject', 'strip', 'preserve']),
  pdfaPolicy: z.enum(['preserve', 'normalize_anyway']),
  missingGlyphPolicy: z.enum(MISSING_GLYPH_POLICIES).exactOptional(),
  embeddedFilesPolicy: z.enum(EMBEDDED_FILES_POLICIES).exactOptional(),
  dropPdfaClaim: z.boolean().exactOptional(),
});

export type DocumentOptions = z.infer<typeof options>;

/**
 * `normalize` carries an input, which goes through all stages. The replies are `opened`, a `step` at the end of each
 * stage, `result` with the output as its payload, `timeline` with the revisions as JSON in the payload (empty if they
 * are unknown), and `closed` with the page fingerprints of the output. `trust` carries the concatenated trust anchors
 * (DER) before the first document. `compare` carries two concatenated documents, and its reply has the comparison as
 * JSON in the payload, because it may be long. `print` carries the printed facts as JSON, and its reply has the pages.
 * `verify` carries an output.
 */
export const requestSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('trust'), sizesBytes: z.array(z.int().positive()) }),
  z.strictObject({ kind: z.literal('normalize'), options, proves: z.enum(PROOFS) }),
  z.strictObject({ kind: z.literal('compare'), sizeBytesA: z.int().nonnegative(), normalizeFirst: z.boolean() }),
  z.strictObject({ kind: z.literal('print') }),
  z.strictObject({ kind: z.literal('verify'), options, rewrites: z.boolean() }),
  z.strictObject({ kind: z.literal('close') }),
]);

export type ParserRequest = z.infer<typeof requestSchema>;

export const replySchema = z.discriminatedUnion('kind', [
  /** The reply names the pipeline specification, because a child may run newer code than its worker. */
  z.strictObject({ kind: z.literal('ready'), pipelineSpec: z.string().max(100) }),
  z.strictObject({ kind: z.literal('trusting') }),
  z.strictObject({ kind: z.literal('opened') }),
  z.strictObject({ kind: z.literal('step'), step: stageStepSchema }),
  z.strictObject({ kind: z.literal('result'), report: reportFactsSchema }),
  z.strictObject({ kind: z.literal('timeline') }),
  z.strictObject({ kind: z.literal('compared') }),
  z.strictObject({ kind: z.literal('printed') }),
  z.strictObject({
    kind: z.literal('verified'),
    objection: z.string().max(1_000).nullable(),
    unsettled: z.boolean(),
    normalized: normalizedSchema.nullable(),
  }),
  /** The reply has the resources that the child has used since its start. */
  z.strictObject({ kind: z.literal('closed'), rssBytes: z.number(), cpuSeconds: z.number() }),
  /**
   * The engine threw. `exhausted` is a RangeError (stack, allocation), and `bug` is any other error. The child then
   * exits.
   */
  z.strictObject({ kind: z.literal('fault'), fault: z.enum(['exhausted', 'bug']), message: z.string().max(1_000) }),
]);

export type ParserReply = z.infer<typeof replySchema>;

const MIB = 1024 * 1024;

export const FRAME_LIMITS = { maxHeaderBytes: 16 * MIB, maxPayloadBytes: 512 * MIB };
