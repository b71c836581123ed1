/** A hostile file with its builder and its expected end. */
import type { FailureCode } from '#domain/failure-codes.ts';

export interface Shape {
  readonly name: string;
  /** The expected code, or SUCCESS for an unusual but valid document. */
  readonly ends: 'SUCCESS' | FailureCode;
  /** The text that the failure's message must contain. */
  readonly names?: string;
  /** `scale` 1 is full size. The test suite runs smaller ones if the size does not change the mechanism. */
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
