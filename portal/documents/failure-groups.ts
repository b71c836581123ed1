/** Documents that did not get through, grouped by what to do about them. */
import { FAILURES } from '#domain/codes/failures.ts';
import { FAILURE_CODES } from '#domain/failure-codes.ts';
import type { UploadOptions } from './upload/options.ts';

export interface FailedDocument {
  readonly id: string;
  readonly failureCode: string | null;
  /** The policy that rejected the document; null for other failures, and in reports of earlier versions. */
  readonly reason: string | null;
  readonly message: string | null;
}

/** Another way to send them. */
export interface Remedy {
  readonly label: string;
  /** The change of the options. */
  readonly effect: string;
  readonly change: Partial<UploadOptions>;
}

interface Kind {
  /** The text after a number: "2 were rejected: …". */
  readonly reason: string;
  readonly advice: string;
  readonly remedies: readonly Remedy[];
}

export interface FailureGroup extends Kind {
  readonly key: string;
  readonly ids: readonly string[];
  /** The message for the first of them. */
  readonly example: string | null;
}

/** The kinds by the reason of the rejection. */
const REJECTIONS: Readonly<Record<string, Kind>> = {
  SIGNED_PDF: {
    reason: 'rejected, because signed',
    advice:
      'A rewritten file loses its signatures, and the options did not allow that. The passport of each document has the findings.',
    remedies: [
      {
        label: 'Send again without signatures',
        effect: 'Each signature is verified, reported and removed.',
        change: { signed_pdf_policy: 'strip' },
      },
      {
        label: 'Send again and leave as they are',
        effect: 'Each document is examined and not changed.',
        change: { signed_pdf_policy: 'preserve' },
      },
    ],
  },
  PDFA_COMPLIANCE_RISK: {
    reason: 'rejected, because they would not be PDF/A any more',
    advice: 'They conform to PDF/A, and their level requires a part that must be removed.',
    remedies: [
      {
        label: 'Send again and normalize anyway',
        effect: 'They no longer declare PDF/A.',
        change: { pdfa_policy: 'normalize_anyway' },
      },
    ],
  },
  GLYPH_MISSING: {
    reason: 'rejected, because no font has some of their letters',
    advice: 'The options refuse such documents.',
    remedies: [
      {
        label: 'Send again with a warning only',
        effect: 'The fonts stay as they are, and the report says which letters are missing.',
        change: { missing_glyph_policy: 'warn' },
      },
    ],
  },
};

const AGAIN: Remedy = { label: 'Send again', effect: 'With the same options.', change: {} };

/** The largest group first. */
export function groupFailures(documents: readonly FailedDocument[]): FailureGroup[] {
  const groups = Map.groupBy(documents, keyOf);
  return [...groups]
    .map(([key, members]) => ({
      key,
      ids: members.map(({ id }) => id),
      example: members[0]?.message ?? null,
      ...kindOf(key, members[0]?.failureCode ?? null),
    }))
    .toSorted((a, b) => b.ids.length - a.ids.length);
}

function keyOf({ failureCode, reason }: FailedDocument): string {
  return reason ?? failureCode ?? 'UNKNOWN';
}

/** A code of a later version has no words here yet. */
function kindOf(key: string, failureCode: string | null): Kind {
  const rejection = REJECTIONS[key];
  if (rejection) return rejection;
  const code = FAILURE_CODES.find((one) => one === failureCode);
  if (code === undefined) return { reason: 'failed', advice: '', remedies: [AGAIN] };
  const { title, remedy, retryable } = FAILURES[code];
  const outcome = code === 'POLICY_REJECTION' ? 'rejected' : 'failed';
  return { reason: `${outcome}: ${title}`, advice: remedy, remedies: retryable ? [AGAIN] : [] };
}
