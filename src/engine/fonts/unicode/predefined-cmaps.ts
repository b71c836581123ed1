/**
 * The predefined CMaps (ISO 32000-2, 9.7.5.2) and those from CIDs to text, by name (`data/cmaps/README.md`). The data
 * are read from disk once, when a document first needs one, and each CMap is parsed at its first use.
 */
import { readData as readFile, viewOf } from '#platform';
import { readBinaryCMap } from './binary-cmap.ts';
import type { CMap } from './cmap.ts';

interface Data {
  /** The start and the end of each CMap, by name. */
  readonly index: ReadonlyMap<string, readonly [start: number, end: number]>;
  readonly bytes: Uint8Array;
}

let data: Data | undefined;
const known = new Map<string, CMap>();

/** The CMap of that name; undefined for an unknown name and for the two identities, which need no data. */
export function predefinedCMap(name: string): CMap | undefined {
  data ??= readData();
  const place = data.index.get(name);
  if (!place) return undefined;
  const cmap = known.get(name) ?? readBinaryCMap(data.bytes.subarray(...place));
  known.set(name, cmap);
  return cmap;
}

function readData(): Data {
  const file = viewOf(readFile('fonts/data/cmaps/cmaps.bin'));
  const end = file.indexOf('\n');
  const places: Record<string, [number, number]> = JSON.parse(file.toString('latin1', 0, end));
  return { index: new Map(Object.entries(places)), bytes: new Uint8Array(file.subarray(end + 1)) };
}
