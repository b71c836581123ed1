/** One act of a component at a time: a button that is busy, and the alert about a failure. */
import { useState } from 'react';

/** The act of a component that is under way, and the reason why the last one failed. */
export function useAttempt() {
  const [busy, setBusy] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const attempt = async (name: string, act: () => Promise<unknown>) => {
    setBusy(name);
    setError(null);
    try {
      await act();
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(null);
    }
  };
  return { attempt, busy, error, setError };
}
