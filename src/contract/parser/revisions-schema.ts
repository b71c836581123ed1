/** The revisions of a file as they come back from a child that has read hostile bytes, and as they are answered. */
import { z } from 'zod';
import { MAX_REVISIONS_LISTED } from '#domain/report.ts';
import {
  MAX_KEYS_LISTED,
  MAX_OBJECTS_LISTED_PER_REVISION,
  MAX_SIGNATURES_LISTED,
  MAX_WORDS_LENGTH,
  OBJECT_CHANGES,
  OBJECT_KINDS,
  type RevisionTimeline,
} from '#domain/revisions.ts';
import { count, dateTime } from '#src/contract/values.ts';

const position = z.int().positive();
const words = z.string().max(2 * MAX_WORDS_LENGTH); // cut by characters, some of which are escaped
const kind = z
  .enum(OBJECT_KINDS)
  .describe('What it is there for; `container` holds other objects, or is a cross-reference stream.');

const changeCounts = {
  repointed: count.describe('Entries that lead to bytes of before this revision, where they did not lead before.'),
  replaced: count.describe('Numbers in use that were given other bytes.'),
  added: count.describe('Numbers that were not in use.'),
  freed: count.describe('Numbers given up.'),
  rewritten: count.describe(
    'Objects written once more that say the same. Counted as replaced where isCompared is false.',
  ),
};

export const changedObject = z.strictObject({
  objectNumber: count.describe('Its number in the file.'),
  change: z.enum(OBJECT_CHANGES).describe('What the revision did to it.'),
  kind,
  page: position.nullable().describe('The first page it belongs to, from 1; null where it belongs to none.'),
  field: words.nullable().describe('The qualified name of the field it is, or belongs to.'),
  keys: z
    .array(z.string().max(2 * MAX_WORDS_LENGTH))
    .max(MAX_KEYS_LISTED)
    .readonly()
    .describe('Keys whose values differ, of a dictionary that was replaced; `stream` for the data of a stream.'),
  words: words.describe(
    'For people, for example `page 1: content` or `field Amount: value`. Names come from the file.',
  ),
});

export const revision = z.strictObject({
  number: position.describe('From 1, the original.'),
  startByte: count.describe('Its first byte in the file.'),
  endByte: count.describe('The byte after its last one: the file up to here is the document as it was then.'),
  crossReference: z.enum(['table', 'stream', 'hybrid']).describe('The form of its cross-reference.'),
  stated: z
    .strictObject({
      modifiedAt: dateTime.nullable().describe('ModDate of the information dictionary.'),
      producer: words.nullable().describe('Producer of the information dictionary.'),
    })
    .nullable()
    .describe('What it says of itself, which anybody can write; null where it wrote no information dictionary.'),
  objects: z.strictObject(changeCounts).describe('How many objects it changed, and how.'),
  entriesRepeated: count.describe('Entries that say again where an object is.'),
  onlyRepoints: z.boolean().describe('It brings no bytes of objects, only entries that lead to such as were there.'),
  kinds: z
    .array(z.strictObject({ kind, ...changeCounts }))
    .max(OBJECT_KINDS.length)
    .readonly()
    .describe(
      'The same counts by kind; kinds without a change are left out, and all where a revision has too many objects to look at.',
    ),
  isCompared: z
    .boolean()
    .describe('False where the document was not read as it was then, for the file has too much: nothing is compared.'),
  listed: z
    .array(changedObject)
    .max(MAX_OBJECTS_LISTED_PER_REVISION)
    .readonly()
    .describe('The weightiest changes first; none of the original, which adds everything.'),
  notListed: count.describe('How many changes are not listed.'),
});

export const signatureReach = z.strictObject({
  fieldName: z.string().describe('Of its field; empty without one.'),
  isTimestamp: z.boolean().describe('It is a document timestamp.'),
  byteRange: z
    .array(z.int())
    .max(8)
    .readonly()
    .nullable()
    .describe('As the file has it; null when it is no list of integers.'),
  gap: z
    .enum(['exact', 'digits-only', 'padded', 'foreign'])
    .nullable()
    .describe('What the range leaves out: `foreign` is more than its own value. Null when it covers nothing.'),
  endByte: count.nullable().describe('The byte after the last one covered; null when it covers nothing.'),
  revision: position.nullable().describe('The newest revision whose end it covers; null when it is the end of none.'),
  coversWholeFile: z.boolean().describe('All but its own value and white space at the end is covered.'),
  followedBy: z
    .strictObject({
      bytes: count.describe('Behind the last covered one.'),
      onlyWhiteSpace: z.boolean().describe('They are nothing else.'),
      revisions: count.describe('That end behind it.'),
    })
    .nullable()
    .describe('What stands behind the covered bytes; null when it covers nothing.'),
});

export const timelineSchema = z.strictObject({
  sizeBytes: count.describe('Of the file.'),
  crossReference: z
    .enum(['followed', 'repaired', 'unreadable'])
    .describe('`repaired`: some entries led astray. `unreadable`: no revision can be told apart, and none is listed.'),
  count: count.describe('How many revisions the file has.'),
  revisions: z.array(revision).max(MAX_REVISIONS_LISTED).readonly().describe('The newest of them, oldest first.'),
  notListed: count.describe('How many older revisions are left out.'),
  signatureCount: count.describe('How many signatures the file has.'),
  signatures: z
    .array(signatureReach)
    .max(MAX_SIGNATURES_LISTED)
    .readonly()
    .describe('Sorted by the end of the covered bytes. Whether they are valid is in the report.'),
  trailing: z
    .strictObject({ startByte: count.describe('Its first byte.'), endByte: count.describe('The byte after its last.') })
    .nullable()
    .describe('Data behind the last revision that no cross-reference owns.'),
}) satisfies z.ZodType<RevisionTimeline>;
