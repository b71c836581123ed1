/** PDF dates (ISO 32000-2, 7.9.4). */
import { latin1 } from '#engine/pdf/syntax/lexer.ts';

const PATTERN = /^(?:D:)?(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?(?:Z|([+-])(\d{2})'?(\d{2})?)?/;

/** Milliseconds since 1970; null for other values. A time without an offset counts as UTC. */
export function parsePdfDate(bytes: Uint8Array | undefined): number | null {
  const match = bytes && PATTERN.exec(latin1(bytes, 0, Math.min(bytes.length, 32)));
  if (!match) return null;
  const [
    ,
    year,
    month = '01',
    day = '01',
    hour = '00',
    minute = '00',
    second = '00',
    sign,
    offsetHour = '00',
    offsetMinute = '00',
  ] = match;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (!Number.isFinite(time)) return null;
  const offsetMs = (Number(offsetHour) * 60 + Number(offsetMinute)) * 60_000;
  return sign === '-' ? time + offsetMs : time - offsetMs;
}
