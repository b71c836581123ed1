/** The heading of a passport, which is too short for the longest names. */
import { nameOf } from '#portal/documents/names.ts';

const LONGEST = 120;

export function documentName(submission: Parameters<typeof nameOf>[0]): string {
  const name = nameOf(submission);
  return name.length > LONGEST ? `${name.slice(0, LONGEST).toWellFormed()}…` : name;
}
