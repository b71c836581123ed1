/**
 * Sorts the test files. The longest start first, so that none of them runs alone at the end. Files that wait for the
 * build of MinIO start last.
 */
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { recordedSeconds } from './recorded-durations.ts';

/** These files wait for the build of MinIO, which takes minutes (`minio.ts`). */
const WAIT_FOR_MINIO = ['test/store/keys.test.ts', 'test/store/minio.test.ts', 'test/submissions/rot.test.ts'];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const secondsOf = ({ moduleId }: TestSpecification) => {
      const path = relative(this.ctx.config.root, moduleId).replaceAll('\\', '/');
      return WAIT_FOR_MINIO.includes(path) ? -1 : recordedSeconds(path);
    };
    return files.toSorted((a, b) => secondsOf(b) - secondsOf(a));
  }
}
