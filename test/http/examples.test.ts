/**
 * Tests that every body in the description has a recorded example (to repair: node
 * tools/generate/docs/record-examples.ts test/…).
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EXAMPLES_FILE, type RecordedExamples } from '#api/meta/openapi/examples.ts';
import { describedBodies, exampleOf, faultOf } from '#tools/generate/docs/example-schemas.ts';
import { stableExample } from '#tools/generate/docs/stable-example.ts';

const recorded: RecordedExamples = JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8'));

test.each(
  describedBodies().map((body) => ({
    name: `${body.operationId} ${body.status === undefined ? 'takes' : `answers ${body.status}`} ${body.type}`,
    schema: body.schema,
    example: exampleOf(body, recorded[body.operationId]),
  })),
)('$name: there is an example, and it is as described', ({ schema, example }) => {
  expect(example).toBeDefined();
  expect(faultOf(schema, example)).toBeNull();
});

test.each(Object.entries(recorded))(
  '%s: the example has no id, time or secret of the run that it was recorded in',
  (_, { request, answers }) => {
    const [first, ...others] = Object.values(answers).flatMap((types) => Object.values(types));
    for (const example of [{ request, body: first }, ...others.map((body) => ({ body }))]) {
      expect(stableExample(example)).toEqual(example);
    }
  },
);

test('no example is of an operation that is gone', () => {
  const operations = new Set(describedBodies().map(({ operationId }) => operationId));
  expect(Object.keys(recorded).filter((name) => !operations.has(name))).toEqual([]);
});
