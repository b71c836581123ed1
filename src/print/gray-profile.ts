/**
 * The ICC profile of what is printed: gray of gamma 2.2, as ICC.1:2001-04 (version 2.4) has monochrome display profiles
 * (6.3.1.1). PDF/A wants one where colours are those of a device (ISO 19005-2, 6.2.4.3), as the engine's are in what it makes
 * of fields.
 */

const HEADER_BYTES = 128;
const ENTRY_BYTES = 12;
/** D50, the white of every profile: XYZ as s15Fixed16Number. */
const D50 = [0xf6d6, 0x1_0000, 0xd32d];
/** 2.2 as u8Fixed8Number. */
const GAMMA = 0x0233;

export const GRAY_PROFILE_NAME = 'Gray, gamma 2.2';

export function grayProfile(): Uint8Array {
  const tags = [
    ['cprt', [...signature('text'), ...long(0), ...ascii('No copyright, use freely'), 0]],
    ['desc', description(GRAY_PROFILE_NAME)],
    ['kTRC', [...signature('curv'), ...long(0), ...long(1), ...short(GAMMA)]],
    ['wtpt', [...signature('XYZ '), ...long(0), ...D50.flatMap(long)]],
  ] as const;
  const table: number[] = [...long(tags.length)];
  const data: number[] = [];
  const start = HEADER_BYTES + 4 + tags.length * ENTRY_BYTES;
  for (const [name, bytes] of tags) {
    table.push(...signature(name), ...long(start + data.length), ...long(bytes.length));
    data.push(...bytes);
    while (data.length % 4 !== 0) data.push(0);
  }
  return Uint8Array.from([...header(start + data.length), ...table, ...data]);
}

/** The fields of clause 6.1; the date is that of the standard, since no byte may depend on the day. */
function header(size: number): number[] {
  const unsaid = Array.from({ length: 7 }, () => long(0)).flat();
  const bytes = [
    ...long(size),
    ...long(0),
    ...long(0x0240_0000),
    ...signature('mntr'),
    ...signature('GRAY'),
    ...signature('XYZ '),
    ...[2001, 4, 1, 0, 0, 0].flatMap(short),
    ...signature('acsp'),
    ...unsaid,
    ...D50.flatMap(long),
  ];
  return [...bytes, ...Array.from({ length: HEADER_BYTES - bytes.length }, () => 0)];
}

/** A textDescriptionType (6.5.17) with nothing but its ASCII part. */
function description(name: string): number[] {
  const unicodeAndScript = Array.from({ length: 8 + 3 + 67 }, () => 0);
  return [...signature('desc'), ...long(0), ...long(name.length + 1), ...ascii(name), 0, ...unicodeAndScript];
}

function signature(four: string): number[] {
  return ascii(four);
}

function ascii(text: string): number[] {
  return Array.from(text, (character) => character.charCodeAt(0));
}

function long(value: number): number[] {
  return [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
}

function short(value: number): number[] {
  return [(value >>> 8) & 255, value & 255];
}
