/** Values as people read them: moments, sizes, hashes, and what strangers wrote. */
import type { ReactNode } from 'react';

const MOMENT = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const NUMBER = new Intl.NumberFormat('en');

const STEPS = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** An instant in the reader's time zone; the exact one in UTC on hover. */
export function Moment({ at, relative = false }: { readonly at: string; readonly relative?: boolean }) {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return <Foreign>{at}</Foreign>;
  return (
    <time dateTime={at} title={date.toISOString()}>
      {relative ? relativeTo(date, new Date()) : MOMENT.format(date)}
    </time>
  );
}

/** `2026-11-23`, a day in UTC. */
export function dayText(date: string): string {
  return DAY.format(new Date(`${date}T00:00:00Z`));
}

export function relativeTo(date: Date, now: Date): string {
  const difference = date.getTime() - now.getTime();
  const step = STEPS.find(([, length]) => Math.abs(difference) >= length);
  return step ? RELATIVE.format(Math.round(difference / step[1]), step[0]) : 'just now';
}

export function numberText(value: number): string {
  return NUMBER.format(value);
}

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];

export function sizeText(bytes: number): string {
  const power = bytes < 1_024 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1);
  const value = bytes / 1_024 ** power;
  return `${power === 0 ? numberText(value) : value.toFixed(value < 10 ? 1 : 0)} ${UNITS[power]}`;
}

export function durationText(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1_000).toFixed(1)} s`;
  return `${Math.floor(milliseconds / 60_000)} min ${Math.round((milliseconds % 60_000) / 1_000)} s`;
}

/** `1 page`, `2 pages`. */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${numberText(count)} ${count === 1 ? one : many}`;
}

/**
 * Invisible characters that reverse, move or hide their neighbours. The pattern spares joiners of letters, white
 * space, and the isolates that the service puts around names.
 */
const UNSEEN = /(?!\t|\n|\r|\u200C|\u200D|\u2068|\u2069)[\p{C}\p{Zl}\p{Zp}]/gu;

/** A stranger's text with a sign in place of each character that would deceive whoever reads it. */
export function visible(text: string): string {
  return text.replaceAll(UNSEEN, '\uFFFD');
}

const LONGEST = 300;

/** Text of third parties: shows hidden characters, isolates its direction, breaks anywhere and is shortened. */
export function Foreign({ children }: { readonly children: string }) {
  const isCut = children.length > LONGEST;
  return (
    <bdi className="fx-foreign" {...(isCut ? { title: visible(children.slice(0, 2_000)) } : {})}>
      {visible(isCut ? `${children.slice(0, LONGEST).toWellFormed()}…` : children)}
    </bdi>
  );
}

/** Names and their values, one below the other on small screens. */
export function Facts({ rows }: { readonly rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="fx-facts">
      {rows.map(([name, value]) => [<dt key={`${name} name`}>{name}</dt>, <dd key={`${name} value`}>{value}</dd>])}
    </dl>
  );
}
