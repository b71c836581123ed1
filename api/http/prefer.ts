/** The Prefer header (RFC 7240): `respond-async` and `wait`; what is not understood is ignored, as it asks. */

export interface Preferences {
  readonly respondAsync: boolean;
  readonly waitSeconds: number | null;
}

export function readPrefer(header: string): Preferences {
  const tokens = header
    .toLowerCase()
    .split(',')
    .map((token) => token.split(';')[0]?.trim() ?? '');
  const wait = tokens
    .map((token) => /^wait *= *"?(\d{1,9})"?$/.exec(token)?.[1])
    .find((seconds) => seconds !== undefined);
  return {
    respondAsync: tokens.includes('respond-async'),
    waitSeconds: wait === undefined ? null : Number(wait),
  };
}
