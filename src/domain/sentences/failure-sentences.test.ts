/** Failures leave the engine as data, and have the sentences that callers know. */
import { expect, test } from 'vitest';
import { ENGINE_FAILURE_CODES, type FailureDetails, LIMITED_QUANTITIES } from '#domain/findings/failure.ts';
import { type PlaceParts, placeOf } from '#domain/findings/finding.ts';
import type { EngineFailureCode } from '#domain/findings/failure.ts';
import { describeFailure } from './describe.ts';

const messageOf = (code: EngineFailureCode, facts?: FailureDetails, place?: PlaceParts): string =>
  describeFailure({ code, stage: null, ...(facts && { facts }), ...(place && { place: placeOf(place) }) }, []).message;

test.each<[code: EngineFailureCode, facts: FailureDetails, place: PlaceParts, message: string]>([
  ['RESOURCE_LIMIT_EXCEEDED', { limit: 'readBytes' }, {}, 'The document exceeds the limit of bytes read.'],
  [
    'RESOURCE_LIMIT_EXCEEDED',
    { limit: 'reportedDifferences' },
    {},
    'The documents differ in more places than a report can hold.',
  ],
  [
    'UNSUPPORTED_ENCRYPTION',
    { encryption: { handler: 'Foo', version: 7, revision: 9 } },
    {},
    'Security handler Foo, V 7, R 9.',
  ],
  [
    'UNSUPPORTED_ENCRYPTION',
    { cryptFilter: { name: 'Own', method: null } },
    {},
    'Crypt filter Own, which is not defined.',
  ],
  ['UNSUPPORTED_ENCRYPTION', { cryptFilter: { name: 'A\u202E', method: 'X' } }, {}, 'Crypt filter A?, method X.'],
  ['UNSUPPORTED_ENCRYPTION', { encryptionEntry: { name: 'UE', bytes: 3 } }, {}, 'The UE entry has 3 bytes.'],
  [
    'UNSUPPORTED_FILTER',
    { unsupported: { part: 'streams', count: 2, filter: 'FooDecode' } },
    { pages: [0] },
    'Data behind a filter that is not supported: 2 streams, first FooDecode on page 1.',
  ],
  [
    'UNSUPPORTED_FILTER',
    { unsupported: { part: 'object_stream', count: 1, filter: '' } },
    {},
    'Data behind a filter that is not supported: an object stream, a filter without a name.',
  ],
  [
    'ACTIVE_CONTENT_RESIDUE',
    { residue: { count: 3, first: 'JavaScript' } },
    { object: 12 },
    'Active content is left in the output: JavaScript in object 12 and 2 more.',
  ],
  [
    'ACTIVE_CONTENT_RESIDUE',
    { residue: { count: 1, first: 'OpenAction' } },
    {},
    'Active content is left in the output: OpenAction in the catalog and 0 more.',
  ],
  ['NOT_IDEMPOTENT', { isRefusedAgain: true }, {}, 'The output is refused when it is normalized again.'],
  ['NOT_IDEMPOTENT', { isRefusedAgain: false }, {}, 'The output changes each time it is normalized again.'],
])('%s with %j has its sentence', (code, facts, place, message) => {
  expect(messageOf(code, facts, place)).toBe(message);
});

test('every failure has a whole sentence, also without data, as from a parser of another version', () => {
  for (const code of ENGINE_FAILURE_CODES) expect(messageOf(code)).toMatch(/^[A-Z].*\.$/);
  for (const limit of LIMITED_QUANTITIES)
    expect(messageOf('RESOURCE_LIMIT_EXCEEDED', { limit })).toMatch(/^[A-Z].*\.$/);
});

test('data and place stay beside the sentence, and a failure without data has neither', () => {
  const place = placeOf({ pages: [2] });
  const unsupported = { part: 'streams', count: 1, filter: 'FooDecode' } as const;
  const failure = {
    code: 'UNSUPPORTED_FILTER',
    stage: 'FontResourceValidation',
    facts: { unsupported },
    place,
  } as const;
  expect(describeFailure(failure, [])).toEqual({ ...failure, message: expect.stringContaining('on page 3') });
  expect(describeFailure({ code: 'NO_PAGES', stage: null }, [])).toEqual({
    code: 'NO_PAGES',
    message: 'The document has no pages.',
    stage: null,
  });
});
