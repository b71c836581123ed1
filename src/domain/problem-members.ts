/** What problems say beside the members that every problem has (RFC 9457, section 3.2). */
import type { FailureCode } from './failure-codes.ts';
import type { MemberRole } from './accounts/permissions.ts';
import type { PlanTier } from './billing/plan.ts';
import type { Region } from './region.ts';
import type { FactorMethod } from './accounts/second-factor.ts';

/** Whatever is not named here is in no answer: the schema of a problem has these very names. */
export interface ProblemMembers {
  readonly allowedRegions?: readonly Region[];
  readonly batchId?: string;
  /** ISO 8601. */
  readonly cancellableUntil?: string;
  /** Seconds. */
  readonly expires_in?: number;
  readonly exportStatus?: string;
  readonly failureCode?: FailureCode;
  /** Documents of a period. */
  readonly limit?: number;
  readonly limitBytes?: number;
  readonly methods?: readonly (FactorMethod | 'password')[];
  readonly mfa_token?: string;
  readonly planTier?: PlanTier;
  /** The JSON of Web Authentication level 3. */
  readonly publicKey?: object;
  /** ISO 8601. */
  readonly resetsAt?: string;
  /** What was looked for. */
  readonly resource?: string;
  readonly roles?: readonly MemberRole[];
  /** Names with spaces in between, as in RFC 6750. */
  readonly scope?: string;
  /** Paths of the API. */
  readonly setUp?: readonly string[];
  /** ISO 8601. */
  readonly startsAt?: string;
  /** The answer that the same document would have got in a form. */
  readonly submission?: object;
  /** Versions of the API. */
  readonly supported?: readonly string[];
  readonly upgradeUrl?: string;
  readonly used?: number;
  /** The name is that of draft-ietf-httpapi-ratelimit-headers. */
  readonly 'violated-policies'?: readonly string[];
}
