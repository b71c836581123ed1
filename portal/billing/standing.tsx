/** The meaning of each state of a subscription. */
import type { BillingInfo } from '#portal/api/answers.ts';
import { Banner } from '#portal/ui/tone.tsx';
import { Moment } from '#portal/ui/words.tsx';

const WORDS: Readonly<Record<string, string>> = {
  none: 'None',
  active: 'Paid',
  trialing: 'On trial',
  past_due: 'Payment overdue',
  unpaid: 'Not paid',
  paused: 'Paused',
  incomplete: 'Waits for the first payment',
  incomplete_expired: 'The first payment was not made',
  canceled: 'Cancelled',
};

/** An unknown status is shown with its name at the provider. */
export function statusWords(status: string): string {
  return Object.hasOwn(WORDS, status) ? (WORDS[status] ?? status) : status.replaceAll('_', ' ');
}

/** Shows the necessary action, if there is one. */
export function StandingBanner({ info }: { readonly info: BillingInfo }) {
  const { subscriptionStatus, cancelAtPeriodEnd, currentPeriodEnd } = info;
  if (subscriptionStatus === 'past_due') {
    return (
      <Banner tone="danger" symbol="warning" title="The last payment failed">
        Your plan stays. The service refuses documents beyond it until you pay the open invoice. See invoices and means
        of payment below.
      </Banner>
    );
  }
  if (subscriptionStatus === 'unpaid' || subscriptionStatus === 'paused') {
    return (
      <Banner tone="danger" symbol="warning" title="Your subscription is not paid">
        Until you pay it, the limits of the plan Free apply, and the service refuses documents beyond them.
      </Banner>
    );
  }
  if (subscriptionStatus === 'incomplete') {
    return (
      <Banner tone="caution" symbol="clock" title="The first payment is not complete">
        The plan changes after the payment. See invoices and means of payment below.
      </Banner>
    );
  }
  if (cancelAtPeriodEnd && currentPeriodEnd !== null) {
    return (
      <Banner tone="caution" symbol="clock" title="The subscription ends">
        On <Moment at={currentPeriodEnd} />. From then on the limits of the plan Free apply. Stored documents stay as
        long as promised. You can undo the cancellation on the pages of the payment provider.
      </Banner>
    );
  }
  return null;
}
