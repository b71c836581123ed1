/**
 * The least rate at which the bytes of a connection move, in either direction. An upload holds a slot and a file while it arrives,
 * and an answer holds a slot and memory until its reader has it.
 */

/** This is the time over which the rate of an upload is measured. */
export const STALL_MS = 30_000;
/** The kernel takes the bytes of an answer in lumps of megabytes: a slow reader takes minutes until it takes the next one. */
export const ANSWER_STALL_MS = 300_000;
export const LEAST_BYTES_PER_SECOND = 1024;
/** The rate is measured this many times within the time. */
const MEASUREMENTS = 3;

interface Rules {
  readonly stallMs: number;
  /** Answers how many bytes have moved so far, or null while there is none to move. */
  readonly movedBytes: () => number | null;
  readonly onSlow: (seconds: number) => void;
}

/** Calls `onSlow` as soon as the bytes moved more slowly than the least rate over the whole time; disposing ends the watch. */
export function watchRate({ stallMs, movedBytes, onSlow }: Rules): Disposable {
  let measured: { readonly at: number; readonly bytes: number }[] = [];
  const measure = () => {
    const bytes = movedBytes();
    if (bytes === null) {
      measured = [];
      return;
    }
    const last = { at: performance.now(), bytes };
    const first = measured.at(-MEASUREMENTS) ?? last;
    measured = [...measured, last].slice(-MEASUREMENTS);
    const seconds = (last.at - first.at) / 1000;
    if (last.bytes - first.bytes < seconds * LEAST_BYTES_PER_SECOND) onSlow(seconds);
  };
  measure();
  const timer = setInterval(measure, stallMs / MEASUREMENTS);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
