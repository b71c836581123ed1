/** What lies in every bag beside the data: a text that says what is what, and a program that checks it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GuideFile } from './bag.ts';

export const GUIDE: readonly GuideFile[] = ['README.txt', 'verify.py'].map((name) => ({
  name,
  content: readFileSync(join(import.meta.dirname, 'guide', name), 'utf8'),
}));
