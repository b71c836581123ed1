/** The places of the storage regions. */
import type { Region } from '#domain/region.ts';

export const REGION_WORDS: Readonly<Record<Region, string>> = {
  'ca-central-1': 'Canada (Montréal)',
  'us-east-2': 'United States (Ohio)',
  'eu-central-1': 'European Union (Frankfurt)',
};
