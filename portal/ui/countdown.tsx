/** The time that is left until a moment. */
import { useEffect, useState } from 'react';
import { timeLeft } from './time-left.ts';

const SECOND_MS = 1_000;

/** Whole seconds, counted down while the page is shown; 0 without a moment, and after it. */
export function useSecondsUntil(until: Date | null): number {
  const [now, setNow] = useState(() => Date.now());
  const end = until?.getTime() ?? 0;
  const isOver = end <= now;
  useEffect(() => {
    if (end <= Date.now()) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [end, isOver]);
  return Math.max(0, Math.ceil((end - now) / SECOND_MS));
}

interface CountdownProps {
  readonly until: Date;
  readonly before: string;
  /** The text after that moment. */
  readonly after: string;
}

/** Announces nothing by itself to a screen reader, which can read the time. */
export function Countdown({ until, before, after }: CountdownProps) {
  const seconds = useSecondsUntil(until);
  return <span role="timer">{seconds === 0 ? after : `${before} ${timeLeft(seconds)}`}</span>;
}
