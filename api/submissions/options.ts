/** The options of a normalize request: the same names and rules as form fields and as query parameters. */
import { z } from 'zod';
import { type Correlation, correlationOf } from '#domain/correlation.ts';
import { ServiceError } from '#domain/problem-codes.ts';
import {
  DEFAULT_OPTIONS,
  EMBEDDED_FILES_POLICIES,
  MISSING_GLYPH_POLICIES,
  type NormalizeOptions,
} from '#domain/pipeline.ts';
import { isRegion, REGIONS, type Region } from '#domain/region.ts';
import type { ReceiverRules } from '#src/webhooks/addresses.ts';
import { readRequestWebhookUrl } from '#src/webhooks/url.ts';
import type { Organization } from '#store/organizations/organizations.ts';
import { attempt, fault, together } from '#api/http/faults.ts';
import { Flag } from '#api/http/fields.ts';
import { type Field, isUuid } from '#api/http/http.ts';
import { readFields } from '#api/http/query.ts';
import { ClientReference, MetadataField } from './correlation.ts';
import { IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_RULE } from '#api/idempotency/key.ts';

/** The names and values are the same as form fields and as query parameters. */
const NormalizeFields = z.object({
  linearize: Flag.default(DEFAULT_OPTIONS.linearize).describe('Whether a reader can show the output while it loads.'),
  remove_annotations: Flag.default(DEFAULT_OPTIONS.removeAnnotations).describe(
    'Whether the service removes annotations.',
  ),
  signed_pdf_policy: z
    .enum(['reject', 'strip', 'preserve'])
    .default(DEFAULT_OPTIONS.signedPdfPolicy)
    .describe(
      'The treatment of a signed document: refuse it, normalize it without its signatures, or leave it unchanged.',
    ),
  pdfa_policy: z
    .enum(['preserve', 'normalize_anyway'])
    .default(DEFAULT_OPTIONS.pdfaPolicy)
    .describe('Whether a document that declares PDF/A must still comply, or may lose the declaration.'),
  missing_glyph_policy: z
    .enum(MISSING_GLYPH_POLICIES)
    .default('warn')
    .describe('The treatment of a document with characters that no font has.'),
  embedded_files_policy: z
    .enum(EMBEDDED_FILES_POLICIES)
    .default('remove')
    .describe('Whether the service removes all embedded files, or all but the invoice.'),
  region: z
    .string()
    .meta({ enum: [...REGIONS] })
    .optional()
    .describe('The region that stores and processes the document. The default is the region of the organization.'),
  webhook_url: z
    .string()
    .meta({ format: 'uri' })
    .optional()
    .describe('An HTTPS address that gets an event when this submission ends.'),
  idempotency_key: z
    .string()
    .meta({ pattern: IDEMPOTENCY_KEY.source })
    .refine((text) => IDEMPOTENCY_KEY.test(text), { error: IDEMPOTENCY_KEY_RULE, params: { code: 'invalid_format' } })
    .optional()
    .describe('A key that makes a retry safe for 24 hours, like the header `Idempotency-Key`.'),
  client_reference: ClientReference.optional(),
  metadata: MetadataField.optional(),
  batch_id: z
    .string()
    .meta({ format: 'uuid' })
    .refine((text) => z.uuid().safeParse(text).success, { error: 'must be a UUID', params: { code: 'invalid_format' } })
    .optional()
    .describe('The batch of the submission.'),
});

/** The options as form fields, for the description. */
export const DescribedFields = withoutDefaults('');

/** The options as query parameters, for the description. */
export const DescribedQuery = withoutDefaults(' A form may have it as a field instead.');

/**
 * The description states defaults in words. Generated clients would send a machine-readable default, which could
 * contradict a value in the query or the form.
 */
function withoutDefaults(note: string): z.ZodObject<Record<string, z.ZodType>> {
  const { shape } = NormalizeFields;
  return z.object(
    Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, withoutDefault(schema, note)])),
  );
}

function withoutDefault(schema: z.ZodDefault | z.ZodOptional, note: string): z.ZodType {
  const { innerType } = schema.def;
  const description = schema.description ?? z.globalRegistry.get(innerType)?.description ?? '';
  const byDefault = schema instanceof z.ZodDefault ? ` The default is \`${String(schema.def.defaultValue)}\`.` : '';
  return z.optional(innerType).describe(`${description}${byDefault}${note}`);
}

export interface RequestedOptions extends Correlation {
  readonly options: NormalizeOptions;
  readonly region: Region | null;
  readonly webhookUrl: string | null;
  readonly idempotencyKey: string | null;
  readonly batchId: string | null;
}

/** Data that the checks of some options need. */
export interface OptionRules {
  readonly receivers: ReceiverRules;
  readonly allowedRegions: readonly Region[];
  readonly hasBatch: (batchId: string) => Promise<boolean>;
}

/** Reports all faults together. */
export async function readOptions(
  fields: readonly Field[],
  where: 'form' | 'query',
  rules: OptionRules,
): Promise<RequestedOptions> {
  const given = new Map(fields.map(({ name, value }) => [name, value]));
  const [parsed, region, webhookUrl] = await together([
    attempt(() => readFields(fields, where, NormalizeFields)),
    attempt(() => readRegion(given.get('region'), where, rules)),
    attempt(() => readReceiver(given.get('webhook_url'), where, rules)),
    requireBatch(given.get('batch_id'), where, rules),
  ]);
  const {
    linearize,
    remove_annotations,
    signed_pdf_policy,
    pdfa_policy,
    missing_glyph_policy,
    embedded_files_policy,
    ...request
  } = parsed;
  const { idempotency_key, batch_id, client_reference, metadata } = request;
  return {
    options: {
      linearize,
      removeAnnotations: remove_annotations,
      signedPdfPolicy: signed_pdf_policy,
      pdfaPolicy: pdfa_policy,
      ...(missing_glyph_policy !== 'warn' && { missingGlyphPolicy: missing_glyph_policy }),
      ...(embedded_files_policy !== 'remove' && { embeddedFilesPolicy: embedded_files_policy }),
    },
    region,
    webhookUrl,
    idempotencyKey: idempotency_key ?? null,
    batchId: batch_id?.toLowerCase() ?? null,
    ...correlationOf({ clientReference: client_reference, metadata }),
  };
}

function readRegion(text: string | undefined, where: 'form' | 'query', { allowedRegions }: OptionRules): Region | null {
  if (text === undefined) return null;
  if (!isRegion(text)) throw refused('invalid_region', where, 'region', `must be one of ${REGIONS.join(', ')}`);
  if (allowedRegions.includes(text)) return text;
  const rule = `must be one of ${allowedRegions.join(', ')}, which this organization may use`;
  throw refused('region_not_allowed', where, 'region', rule, { allowedRegions });
}

function readReceiver(text: string | undefined, where: 'form' | 'query', { receivers }: OptionRules): string | null {
  return text === undefined ? null : readRequestWebhookUrl(text, receivers, { in: where, name: 'webhook_url' });
}

/** Whether it still takes submissions is seen when this one is accepted. The schema refuses malformed ids. */
async function requireBatch(id: string | undefined, where: 'form' | 'query', { hasBatch }: OptionRules): Promise<void> {
  if (id === undefined || !isUuid(id) || (await hasBatch(id.toLowerCase()))) return;
  throw refused('batch_not_found', where, 'batch_id', 'names no batch of this organization', { batchId: id });
}

/** A value that is well-formed, with a code of its own. */
function refused(
  code: 'invalid_region' | 'region_not_allowed' | 'batch_not_found',
  where: 'form' | 'query',
  name: string,
  rule: string,
  members = {},
): ServiceError {
  const detail = `${name} ${rule}`;
  return new ServiceError(code, detail, { errors: [fault(where, name, code, detail)], members });
}

/** Request, then the organization's default, then where this service runs, then the first allowed one. */
export function chooseRegion(requested: Region | null, organization: Organization, home: Region): Region {
  const { allowedRegions, defaultRegion } = organization;
  return requested ?? defaultRegion ?? (allowedRegions.includes(home) ? home : (allowedRegions[0] ?? home));
}
