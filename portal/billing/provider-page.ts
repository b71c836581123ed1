/** The way to the payment provider's pages, where everything about money is done, and back. */
import { useEffect, useState } from 'react';
import type { BillingInterval, PaidTier } from '#domain/billing/plan.ts';
import { call } from '#portal/api/call.ts';

export function useProviderPage() {
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    // The page still waits when the person comes back.
    const back = () => setBusy(false);
    window.addEventListener('pageshow', back);
    return () => window.removeEventListener('pageshow', back);
  }, []);
  const leave = async (address: Promise<{ readonly url: string }>) => {
    setBusy(true);
    setError(null);
    try {
      location.assign((await address).url);
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return {
    error,
    isBusy,
    checkout: (tier: PaidTier, interval: BillingInterval) =>
      leave(
        call('createCheckoutSession', {
          tier,
          interval,
          successUrl: here(`?paid=${tier}`),
          cancelUrl: here(''),
        }),
      ),
    manage: () => leave(call('createPortalSession', { returnUrl: here('') })),
  };
}

/** The return address for the payment provider. */
function here(query: string): string {
  return `${location.origin}${location.pathname}#/billing${query}`;
}
