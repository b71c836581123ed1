/** Sends many failed deliveries again, a few at a time. */
import { toProblem } from '#portal/api/problem.ts';

const AT_A_TIME = 4;

export interface Replayed {
  readonly queued: number;
  /** The number of refusals, by their words. */
  readonly refused: ReadonlyMap<string, number>;
}

/**
 * @param replay sends one; rejects with the refusal
 * @param tell hears after each how many are done
 */
export async function replayEach(
  ids: readonly string[],
  replay: (id: string) => Promise<unknown>,
  tell: (done: number) => void = () => {},
): Promise<Replayed> {
  const waiting = ids.values();
  const refused = new Map<string, number>();
  let done = 0;
  const work = async () => {
    for (const id of waiting) {
      try {
        await replay(id);
      } catch (error) {
        const { message } = toProblem(error);
        refused.set(message, (refused.get(message) ?? 0) + 1);
      }
      tell(++done);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return { queued: ids.length - [...refused.values()].reduce((sum, count) => sum + count, 0), refused };
}
