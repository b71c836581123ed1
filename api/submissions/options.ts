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
import { readWebhookUrl } from '#src/webhooks/url.ts';
import type { Organization } from '#store/organizations/organizations.ts';
import type { Field } from '#api/http/http.ts';
import { readFields } from '#api/http/query.ts';
import { ClientReference, MetadataField } from './correlation.ts';
import { IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_RULE } from './idempotency.ts';

export const Flag = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1');

/** The names and values are the same as form fields and as query parameters. */
export const NormalizeFields = z.object({
  linearize: Flag.default(DEFAULT_OPTIONS.linearize),
  remove_annotations: Flag.default(DEFAULT_OPTIONS.removeAnnotations),
  signed_pdf_policy: z.enum(['reject', 'strip', 'preserve']).default(DEFAULT_OPTIONS.signedPdfPolicy),
  pdfa_policy: z.enum(['preserve', 'normalize_anyway']).default(DEFAULT_OPTIONS.pdfaPolicy),
  missing_glyph_policy: z.enum(MISSING_GLYPH_POLICIES).default('warn'),
  embedded_files_policy: z.enum(EMBEDDED_FILES_POLICIES).default('remove'),
  region: z.string().optional(),
  webhook_url: z.string().optional(),
  idempotency_key: z
    .string()
    .meta({ pattern: IDEMPOTENCY_KEY.source })
    .refine((text) => IDEMPOTENCY_KEY.test(text), { error: IDEMPOTENCY_KEY_RULE, params: { code: 'invalid_format' } })
    .optional(),
  client_reference: ClientReference.optional(),
  metadata: MetadataField.optional(),
  batch_id: z
    .string()
    .meta({ format: 'uuid' })
    .refine((text) => z.uuid().safeParse(text).success, { error: 'must be a UUID', params: { code: 'invalid_format' } })
    .optional(),
});

export interface RequestedOptions extends Correlation {
  readonly options: NormalizeOptions;
  readonly region: Region | null;
  readonly webhookUrl: string | null;
  readonly idempotencyKey: string | null;
  readonly batchId: string | null;
}

export function readOptions(
  fields: readonly Field[],
  where: 'form' | 'query',
  receivers: ReceiverRules,
): RequestedOptions {
  const parsed = readFields(fields, where, NormalizeFields);
  const {
    linearize,
    remove_annotations,
    signed_pdf_policy,
    pdfa_policy,
    missing_glyph_policy,
    embedded_files_policy,
    ...request
  } = parsed;
  const { region, webhook_url, idempotency_key, batch_id, client_reference, metadata } = request;
  return {
    options: {
      linearize,
      removeAnnotations: remove_annotations,
      signedPdfPolicy: signed_pdf_policy,
      pdfaPolicy: pdfa_policy,
      ...(missing_glyph_policy !== 'warn' && { missingGlyphPolicy: missing_glyph_policy }),
      ...(embedded_files_policy !== 'remove' && { embeddedFilesPolicy: embedded_files_policy }),
    },
    region: region === undefined ? null : readRegion(region, where),
    webhookUrl:
      webhook_url === undefined ? null : readWebhookUrl(webhook_url, receivers, { in: where, name: 'webhook_url' }),
    idempotencyKey: idempotency_key ?? null,
    batchId: batch_id?.toLowerCase() ?? null,
    ...correlationOf({ clientReference: client_reference, metadata }),
  };
}

function readRegion(text: string, where: 'form' | 'query'): Region {
  if (isRegion(text)) return text;
  const detail = `region must be one of ${REGIONS.join(', ')}`;
  throw new ServiceError('invalid_region', detail, {
    errors: [{ in: where, name: 'region', code: 'invalid_region', detail }],
  });
}

/** Request, then the organization's default, then where this service runs, then the first allowed one. */
export function chooseRegion(requested: Region | null, organization: Organization, home: Region): Region {
  const { allowedRegions, defaultRegion } = organization;
  if (requested) {
    if (allowedRegions.includes(requested)) return requested;
    const detail = `This organization may use ${allowedRegions.join(', ')}.`;
    throw new ServiceError('region_not_allowed', detail, { members: { allowedRegions } });
  }
  if (defaultRegion) return defaultRegion;
  return allowedRegions.includes(home) ? home : (allowedRegions[0] ?? home);
}
