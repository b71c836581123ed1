/**
 * `@fixpoint/client/timestamp`: verifies the timestamps of attestations (RFC 3161). It needs the packages `pkijs` and
 * `asn1js`, which the rest of the client does not.
 */
export {
  type TimestampReason,
  type TimestampState,
  type TimestampTrust,
  type TimestampVerification,
  verifyTimestamp,
} from '../../src/proof/timestamp/verify.ts';
