/** The options of a normalize request: the same names and rules as form fields and as query parameters. */
import { z } from 'zod';
import { ServiceError, type FieldError } from '#domain/errors.ts';
import { DEFAULT_OPTIONS, type NormalizeOptions } from '#domain/pipeline.ts';
import { isRegion, REGIONS, type Region } from '#domain/region.ts';
import type { Organization } from '#store/organizations.ts';
import { uniqueFields, type Field } from './http.ts';

export const Flag = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1');

const Options = z.object({
  linearize: Flag.default(DEFAULT_OPTIONS.linearize),
  remove_annotations: Flag.default(DEFAULT_OPTIONS.removeAnnotations),
  signed_pdf_policy: z.enum(['reject', 'strip', 'preserve']).default(DEFAULT_OPTIONS.signedPdfPolicy),
  pdfa_policy: z.enum(['preserve', 'normalize_anyway']).default(DEFAULT_OPTIONS.pdfaPolicy),
  region: z.string().optional(),
});

/** Of the specification, and refused by name for now: ignoring them would break a promise silently. */
const LATER_FIELDS = ['webhook_url', 'idempotency_key', 'batch_id'];
export const LATER_HEADERS = ['Idempotency-Key', 'X-Stateless'];

const KNOWN = [...Object.keys(Options.shape), ...LATER_FIELDS];

export interface RequestedOptions {
  readonly options: NormalizeOptions;
  readonly region: Region | null;
}

export function readOptions(fields: readonly Field[], where: 'form' | 'query'): RequestedOptions {
  const values = uniqueFields(fields, where, KNOWN);
  const later = LATER_FIELDS.find((name) => values.has(name));
  if (later) throw notAvailable(later, where);

  const parsed = Options.safeParse(Object.fromEntries(values));
  if (!parsed.success) throw invalidOptions(parsed.error, where);
  const { linearize, remove_annotations, signed_pdf_policy, pdfa_policy, region } = parsed.data;
  return {
    options: {
      linearize,
      removeAnnotations: remove_annotations,
      signedPdfPolicy: signed_pdf_policy,
      pdfaPolicy: pdfa_policy,
    },
    region: region === undefined ? null : readRegion(region, where),
  };
}

export function notAvailable(name: string, where: FieldError['in']): ServiceError {
  const detail = `${name} is not available in this version.`;
  return new ServiceError('not_available', detail, { errors: [{ in: where, name, code: 'not_available', detail }] });
}

function invalidOptions(error: z.ZodError, where: 'form' | 'query'): ServiceError {
  const errors = error.issues.map((issue) => {
    const name = issue.path.join('.');
    const allowed = issue.code === 'invalid_value' ? issue.values.join(', ') : '';
    return { in: where, name, code: 'invalid_enum', detail: `${name} must be one of ${allowed}` };
  });
  return new ServiceError('validation_failed', errors.map(({ detail }) => detail).join('; '), { errors });
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
