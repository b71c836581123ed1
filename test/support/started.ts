/** Parts that tests of a file share: servers, stores, organizations. */
import { afterAll, beforeAll } from 'vitest';

/** A part that `start` makes before all tests of the file or the group. It is closed after them. */
export function started<Part extends object>(start: () => Promise<Part>): Part {
  const part = {} as Part & { close?(): unknown };
  beforeAll(async () => {
    Object.defineProperties(part, Object.getOwnPropertyDescriptors(await start()));
  });

  afterAll(() => part.close?.());
  return part;
}
