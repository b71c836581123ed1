/** Serializes work by key: what is asked for while something of the same key is under way begins after it, in order. */

export type KeyedMutex = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export function keyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}
