/** The order of the test files: the longest begin first, so that none of them runs alone at the end. */
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { recordedSeconds } from './recorded-durations.ts';

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const secondsOf = ({ moduleId }: TestSpecification) => recordedSeconds(relative(this.ctx.config.root, moduleId));
    return files.toSorted((a, b) => secondsOf(b) - secondsOf(a));
  }
}
