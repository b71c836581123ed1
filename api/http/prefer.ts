/** The Prefer header (RFC 7240) with `respond-async` and `wait`. RFC 7240 asks to ignore unknown preferences. */

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
