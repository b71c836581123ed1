/**
 * Hostile files end with a stable code or are normalized, and never end their parser. `hostile.test.ts` tries one in
 * ten of the shapes, `hostile.nightly.test.ts` all.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createParserPool, type ParserPool } from '#src/parser-host/pool.ts';
import { parserPrograms } from '#src/parser-host/programs/programs.ts';
import { attempt } from './attempt.ts';
import type { Shape } from './shape.ts';

/** The scaled shapes use the same mechanisms. `run.ts` runs all at full size and limits them to five seconds. */
const SCALE = 0.1;

/** The limit only stops a shape without an end. `run.ts` measures the time, because this machine may be busy. */
const DEADLINE_MS = 240_000;

export function tryShapes(shapes: readonly Shape[]): void {
  let pool: ParserPool;
  beforeAll(() => {
    const { entry } = parserPrograms();
    pool = createParserPool({
      processes: 2,
      memoryMb: 1024,
      maxWaiting: shapes.length,
      deadlineMs: DEADLINE_MS,
      entry,
    });
  });
  afterAll(() => pool.close());

  describe.concurrent('a hostile file', () => {
    test.each(shapes)('$name', async (shape) => {
      const { code, message } = await attempt(pool, shape.name, shape.build(SCALE));
      expect({ code, message }).toEqual({ code: shape.ends, message: expect.stringContaining(shape.names ?? '') });
    });
  });
}
