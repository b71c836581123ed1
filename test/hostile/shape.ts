/** A hostile file: how it is made and what has to come of it. */
import type { FailureCode } from '#domain/failure-codes.ts';

export interface Shape {
  readonly name: string;
  /** The code it ends with, or SUCCESS where the document is strange but sound. */
  readonly ends: 'SUCCESS' | FailureCode;
  /** What the failure's message names. */
  readonly names?: string;
  /** `scale` 1 is full size; the test suite runs them smaller where size makes no other mechanism. */
  build(scale: number): Uint8Array;
}

type Build = Shape['build'];

/** A sound document ends with its canonical form. */
export const passes = (name: string, build: Build): Shape => ({ name, ends: 'SUCCESS', build });

export const fails = (name: string, ends: FailureCode, build: Build): Shape => ({ name, ends, build });

/** The message of the failure names the limit. */
export const exceeds = (name: string, limit: string, build: Build): Shape => ({
  name,
  ends: 'RESOURCE_LIMIT_EXCEEDED',
  names: limit,
  build,
});
