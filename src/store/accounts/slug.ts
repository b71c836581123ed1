/** Slugs of organizations: what stands for a name in an address. */

const MIN_CHARS = 3;
/** Leaves room for a suffix within the 48 of a slug. */
const MAX_CHARS = 40;

/** The name in a-z, 0-9 and -, as far as it has any; `organization` when too little is left. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const slug = plain
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_CHARS)
    .replaceAll(/^-+|-+$/g, '');
  return slug.length < MIN_CHARS ? 'organization' : slug;
}
