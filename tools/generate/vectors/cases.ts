/** All cases of the specification, in the order of its clauses. */
import { contentGroups } from './cases/content.ts';
import { dictionaryGroups } from './cases/dictionaries.ts';
import { fileGroups } from './cases/file.ts';
import { metadataGroups } from './cases/metadata.ts';
import { objectGroups } from './cases/objects.ts';
import { removalGroups } from './cases/removal.ts';
import { resourceGroups } from './cases/resources.ts';
import { spellingGroups } from './cases/spelling.ts';
import { streamGroups } from './cases/streams.ts';
import { tagGroups } from './cases/tags.ts';
import { textGroups } from './cases/text.ts';
import { tokenGroups } from './cases/tokens.ts';
import type { Group } from './vector.ts';

export function allGroups(): Group[] {
  const groups = [
    fileGroups,
    objectGroups,
    tokenGroups,
    dictionaryGroups,
    spellingGroups,
    tagGroups,
    contentGroups,
    resourceGroups,
    streamGroups,
    metadataGroups,
    removalGroups,
    textGroups,
  ].flatMap((make) => make());
  const place = ({ clause }: Group): number => {
    const [chapter = 0, number = 0] = clause.split('.').map(Number);
    return 100 * chapter + number;
  };
  return groups.toSorted((a, b) => place(a) - place(b));
}
