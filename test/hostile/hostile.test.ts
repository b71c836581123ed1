/** Hostile files end soon, with a stable code or honestly normalized, and never take their parser with them. */
import { afterAll, describe, expect, test } from 'vitest';
import { createParserPool } from '#src/parser-host/pool.ts';
import { parserPrograms } from '#src/parser-host/programs/programs.ts';
import { attempt } from './attempt.ts';
import { SHAPES } from './shapes/index.ts';

/** Size makes no other mechanism in what is scaled; `run.ts` takes all at full size and holds them to five seconds. */
const SCALE = 0.1;

/** Only there so that a shape without an end ends the test: how long a shape takes is `run.ts`'s matter, a busy machine's here. */
const DEADLINE_MS = 240_000;

const { entry } = parserPrograms();
const pool = createParserPool({
  processes: 2,
  memoryMb: 1024,
  maxWaiting: SHAPES.length,
  deadlineMs: DEADLINE_MS,
  entry,
});
afterAll(() => pool.close());

describe.concurrent('a hostile file', () => {
  test.each(SHAPES)('$name', async (shape) => {
    const { code, message } = await attempt(pool, shape.name, shape.build(SCALE));
    expect({ code, message }).toEqual({ code: shape.ends, message: expect.stringContaining(shape.names ?? '') });
  });
});
