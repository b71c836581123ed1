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
  .describe('The purpose of the object. `container` holds other objects, or is a cross-reference stream.');

const changeCounts = {
  repointed: count.describe('New references to bytes before this revision.'),
  replaced: count.describe('Object numbers in use with new bytes.'),
  added: count.describe('Object numbers that were free before.'),
  freed: count.describe('Object numbers that became free.'),
  rewritten: count.describe('Objects with the same value as before. They count as replaced if `isCompared` is false.'),
};

export const changedObject = z.strictObject({
  objectNumber: count.describe('The number of the object in the file.'),
  change: z.enum(OBJECT_CHANGES).describe('The change of the object in the revision.'),
  kind,
  page: position.nullable().describe('The first page of the object, from 1; null without one.'),
  field: words.nullable().describe('The qualified name of the field; null without one.'),
  keys: z
    .array(z.string().max(2 * MAX_WORDS_LENGTH))
    .max(MAX_KEYS_LISTED)
    .readonly()
    .describe('The keys with different values in a replaced dictionary. `stream` stands for the data of a stream.'),
  words: words.describe(
    'The change for people, for example `page 1: content` or `field Amount: value`. Names come from the file.',
  ),
});

export const revision = z.strictObject({
  number: position.describe('The number of the revision. The original is 1.'),
  startByte: count.describe('The first byte in the file.'),
  endByte: count.describe('The byte after the last one. The file up to this byte is this state of the document.'),
  crossReference: z.enum(['table', 'stream', 'hybrid']).describe('The form of its cross-reference.'),
  stated: z
    .strictObject({
      modifiedAt: dateTime.nullable().describe('ModDate of the information dictionary.'),
      producer: words.nullable().describe('Producer of the information dictionary.'),
    })
    .nullable()
    .describe(
      'The statement of the revision about itself, which anybody can write; null without an information dictionary.',
    ),
  objects: z.strictObject(changeCounts).describe('The numbers of changed objects, by the kind of change.'),
  entriesRepeated: count.describe('References that repeat the position of an object.'),
  onlyRepoints: z.boolean().describe('The revision adds no bytes of objects, only references to earlier bytes.'),
  kinds: z
    .array(z.strictObject({ kind, ...changeCounts }))
    .max(OBJECT_KINDS.length)
    .readonly()
    .describe(
      'The same counts by the kind of object. Kinds without a change are absent. All are absent if the revision has too many objects.',
    ),
  isCompared: z
    .boolean()
    .describe('False if the file has too much to read this state of the document. The service then compares nothing.'),
  listed: z
    .array(changedObject)
    .max(MAX_OBJECTS_LISTED_PER_REVISION)
    .readonly()
    .describe('The most important changes first. The original has none, because it adds everything.'),
  notListed: count.describe('The number of changes that the list leaves out.'),
});

export const signatureReach = z.strictObject({
  fieldName: z.string().describe('The name of the field; empty without one.'),
  isTimestamp: z.boolean().describe('The signature is a timestamp of the document.'),
  byteRange: z
    .array(z.int())
    .max(8)
    .readonly()
    .nullable()
    .describe('The byte range in the file; null if it is no list of integers.'),
  gap: z
    .enum(['exact', 'digits-only', 'padded', 'foreign'])
    .nullable()
    .describe(
      'The bytes that the range leaves out. `foreign` is more than the value of the signature. Null if the range covers nothing.',
    ),
  endByte: count.nullable().describe('The byte after the last covered one; null if the range covers nothing.'),
  revision: position
    .nullable()
    .describe('The newest revision with a covered end; null if the coverage ends inside of a revision.'),
  coversWholeFile: z
    .boolean()
    .describe('The range covers all but the value of the signature and white space at the end.'),
  followedBy: z
    .strictObject({
      bytes: count.describe('The number of bytes after the last covered one.'),
      onlyWhiteSpace: z.boolean().describe('The rest is white space.'),
      revisions: count.describe('The number of revisions that end after the covered bytes.'),
    })
    .nullable()
    .describe('The bytes after the covered ones; null if the range covers nothing.'),
});

export const timelineSchema = z.strictObject({
  sizeBytes: count.describe('The size of the file.'),
  crossReference: z
    .enum(['followed', 'repaired', 'unreadable'])
    .describe(
      '`repaired`: the service corrected some references. `unreadable`: the service could not separate the revisions, and lists none.',
    ),
  count: count.describe('The number of revisions of the file.'),
  revisions: z.array(revision).max(MAX_REVISIONS_LISTED).readonly().describe('The newest revisions, oldest first.'),
  notListed: count.describe('The number of older revisions that the list leaves out.'),
  signatureCount: count.describe('The number of signatures of the file.'),
  signatures: z
    .array(signatureReach)
    .max(MAX_SIGNATURES_LISTED)
    .readonly()
    .describe('Signatures by the end of the covered bytes. The report says whether they are valid.'),
  trailing: z
    .strictObject({
      startByte: count.describe('The first byte.'),
      endByte: count.describe('The byte after the last one.'),
    })
    .nullable()
    .describe('Data after the last revision that no cross-reference owns.'),
}) satisfies z.ZodType<RevisionTimeline>;
