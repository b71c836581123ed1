/** The settings of the API: those without a comment are described in `src/config.ts`. */
import type { Region } from '#domain/region.ts';
import type { ReceiverRules } from '#src/webhooks/addresses.ts';

export interface Settings {
  /** Production refuses return addresses of plain HTTP. */
  readonly env: 'development' | 'test' | 'production';
  readonly publicUrl: string;
  /** Addresses or CIDR blocks of proxies whose X-Forwarded-For is believed; nobody's by default. */
  readonly trustedProxies?: readonly string[];
  readonly homeRegion: Region;
  readonly spoolDir: string;
  readonly syncMaxBytes: number;
  readonly syncTimeoutMs: number;
  /** This is the task queue of the workers that see the same spool directory. */
  readonly statelessQueue: string;
  /** This is the time from the accepted upload to the answer. */
  readonly statelessTimeoutMs?: number;
  /** 60 seconds by default. */
  readonly comparisonTimeoutMs?: number;
  /** The time in which a JSON body must arrive; ten seconds by default. */
  readonly bodyTimeoutMs?: number;
  /** The time over which uploads and answers must move at the least rate; `STALL_MS` by default. */
  readonly stallMs?: number;
  /** These rules say where webhooks may go. */
  readonly receivers: ReceiverRules;
  /** 404 always. */
  readonly hideForeignArtifacts?: boolean;
  /** The fewest characters a password may have; 8 by default. */
  readonly passwordMinLength?: number;
  /** Pages of these origins may ask for passkeys, and the payment provider may return to them. */
  readonly portalOrigins: readonly string[];
  /** The domain passkeys are of; that of `publicUrl` by default. */
  readonly webauthnRpId?: string;
  /** GitHub's public keys are at this address; without it nobody's reports of published keys are believed. */
  readonly secretScanningKeysUrl?: string | null;
  /** The time in which the deletion of an organization can be cancelled; 72 hours by default. */
  readonly deletionCoolingOffMs?: number;
  /**
   * The start of the address of a workflow in the web interface of Temporal, or null. The id of the workflow follows
   * it.
   */
  readonly workflowPages: string | null;
}
