/** Values that the bodies of several answers have. */
import { z } from 'zod';

export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const prefixedSha256 = z.string().regex(/^sha256:[0-9a-f]{64}$/);

export const count = z.int().nonnegative();

export const dateTime = z.iso.datetime();
/** A link inside the service. */

export const path = z.string().regex(/^\//);

/** What callers noted of their own. */
export const correlation = {
  clientReference: z.string().nullable().describe('As it was given with the request; null without.'),
  metadata: z.record(z.string(), z.string()).describe('As it was given with the request; empty without.'),
};

export const page = {
  page: z.int().positive(),
  page_size: z.int().min(1).max(100),
  total: count.describe('Of all pages together.'),
};

export const file = z.string().meta({ format: 'binary', contentMediaType: 'application/pdf' });
