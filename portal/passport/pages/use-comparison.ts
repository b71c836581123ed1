/** The pages that differ, as far as known. */
import { useEffect, useRef, useState } from 'react';
import { comparedPart, comparePages, type Verdict } from './comparing/comparison.ts';
import type { OpenSide } from './use-documents.ts';

export interface ComparisonState {
  /** The compared pages. */
  readonly pages: number;
  /** Pages behind these, which are not compared. */
  readonly leftOut: number;
  /** The number of pages whose texts were compared, which comes before the pictures. */
  readonly read: number;
  readonly verdicts: ReadonlyMap<number, Verdict>;
}

/** A page of some hundred lines is drawn anew with each step: a few steps a second are enough. */
const STEP_MS = 200;

/** Compares all pages in the background, the shown page first. Null until both documents are open. */
export function useComparison(left: OpenSide | null, right: OpenSide | null, first: number): ComparisonState | null {
  const [state, setState] = useState<ComparisonState | null>(null);
  const firstPage = useRef(first);
  useEffect(() => {
    if (!left || !right) return undefined;
    const stopped = new AbortController();
    const verdicts = new Map<number, Verdict>();
    const [one, other] = [comparedPart(left), comparedPart(right)];
    const pages = Math.max(one.pages, other.pages);
    const leftOut = Math.max(left.pages, right.pages) - pages;
    let [read, timer] = [Math.abs(one.pages - other.pages), 0];
    const tell = () => setState({ pages, leftOut, read, verdicts: new Map(verdicts) });
    const tellSoon = () => {
      timer ||= window.setTimeout(() => {
        timer = 0;
        tell();
      }, STEP_MS);
    };
    const onVerdict = (page: number, verdict: Verdict) => {
      verdicts.set(page, verdict);
      tellSoon();
    };
    const onRead = () => {
      read += 1;
      tellSoon();
    };
    tell();
    void comparePages(one, other, { onVerdict, onRead, signal: stopped.signal, first: firstPage.current });
    return () => {
      stopped.abort();
      window.clearTimeout(timer);
      setState(null);
    };
  }, [left, right]);
  return state;
}
