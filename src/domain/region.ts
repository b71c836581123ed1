/** Storage regions: bytes of a document are kept and processed in one of them. */

export const REGIONS = ['ca-central-1', 'us-east-2', 'eu-central-1'] as const;

export type Region = (typeof REGIONS)[number];

export function isRegion(value: string): value is Region {
  return REGIONS.some((region) => region === value);
}
