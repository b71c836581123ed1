/** The findings of a drill. */
import { say } from '#tools/drills/faults/service-under-load.ts';

/** Each finding is printed at once and decides the exit code of the drill. */
export interface Findings {
  readonly report: (finding: string) => void;
  /** Ends the process: with 0 and this sentence without findings, otherwise with 1. */
  readonly exit: (ifNone: string) => never;
}

export function startFindings(): Findings {
  let count = 0;
  return {
    report: (finding) => {
      count += 1;
      say(`FOUND: ${finding}`);
    },
    exit: (ifNone) => {
      console.log(count === 0 ? ifNone : `${count} findings, above.`);
      process.exit(count === 0 ? 0 : 1);
    },
  };
}
