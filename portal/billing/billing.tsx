/** Plan and billing: usage, costs, and the links to the payment provider. */
import { useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { PLAN_TIERS, type PlanTier } from '#domain/billing/plan.ts';
import { mayDo } from '#domain/accounts/permissions.ts';
import type { Answers, BillingInfo } from '#portal/api/answers.ts';
import { useRefusal } from '#portal/api/permission.ts';
import { refresh, useAnswer, useSignIn } from '#portal/api/queries.ts';
import { Button, Group, Stack, Text } from '#portal/ui/controls.ts';
import { CurlTwin } from '#portal/ui/code/code.tsx';
import { Link } from '#portal/ui/link.tsx';
import { Answer, Page, Section } from '#portal/ui/page.tsx';
import { ProblemAlert } from '#portal/ui/problem.tsx';
import { Banner } from '#portal/ui/tone.tsx';
import { Facts, Moment } from '#portal/ui/words.tsx';
import { planName } from './plan-name.ts';
import { Plans } from './plans.tsx';
import { useProviderPage } from './provider-page.ts';
import { StandingBanner, statusWords } from './standing.tsx';
import { Usage } from './usage.tsx';

const SOON_MS = 3_000;

type Quota = Answers['getQuota'];

export function BillingPage() {
  const { organization } = useSignIn();
  const search = useSearch({ from: '/members/billing' });
  const paid = PLAN_TIERS.find((tier) => tier === search.paid);
  const seesMoney = mayDo(organization.role, 'billing.read');
  const quota = useAnswer('getQuota');
  // The provider reports a payment within moments.
  const info = useAnswer(
    'getBillingInfo',
    {},
    { enabled: seesMoney, refetchInterval: (known) => (paid === undefined || isOn(paid, known) ? false : SOON_MS) },
  );
  const hasPaid = paid !== undefined && isOn(paid, info.data);
  const client = useQueryClient();
  useEffect(() => {
    if (hasPaid) void refresh(client, ['getQuota', 'getOrganization']);
  }, [hasPaid, client]);
  return (
    <Page title="Plan and billing" {...(seesMoney ? {} : { lead: 'Only owners and admins can see billing.' })}>
      <Stack gap="xl">
        {paid !== undefined && (
          <Banner tone="good" title="Thank you">
            <Group justify="space-between">
              <span role="status">
                {hasPaid
                  ? `Your organization is on the plan ${planName(paid)} now.`
                  : 'The plan changes as soon as the payment provider confirms the payment. This takes a few moments.'}
              </span>
              <Link to="/billing">All right</Link>
            </Group>
          </Banner>
        )}
        {seesMoney ? (
          <Answer of={info} height={640}>
            {(found) => <Paying info={found} quota={quota.data} />}
          </Answer>
        ) : (
          <Answer of={quota} height={480}>
            {(found) => (
              <Stack gap="xl">
                <Usage used={found.used} limit={found.limit} quota={found} ratePerDoc={null} />
                <Section title="Plans">
                  <Plans tier={found.planTier} info={null} />
                </Section>
              </Stack>
            )}
          </Answer>
        )}
        <CurlTwin command={`curl ${location.origin}/api/quota -H "X-Api-Key: $KEY"`} />
      </Stack>
    </Page>
  );
}

function isOn(tier: PlanTier, info: BillingInfo | undefined): boolean {
  return info?.planTier === tier && info.subscriptionStatus === 'active';
}

function Paying({ info, quota }: { readonly info: BillingInfo; readonly quota: Quota | undefined }) {
  const { planTier, subscriptionStatus, currentPeriodEnd, cancelAtPeriodEnd, quotaResetsAt } = info;
  return (
    <Stack gap="xl">
      <StandingBanner info={info} />
      <Section title="Your plan">
        <Stack gap="md">
          <Facts
            rows={[
              ['Plan', planName(planTier)],
              ['Subscription', statusWords(subscriptionStatus)],
              ...(currentPeriodEnd === null
                ? []
                : ([
                    [cancelAtPeriodEnd ? 'Ends on' : 'Renewed on', <Moment key="end" at={currentPeriodEnd} />],
                  ] as const)),
              ['The count starts again', <Moment key="reset" at={quotaResetsAt} />],
            ]}
          />
          <Manage info={info} />
        </Stack>
      </Section>
      <Usage
        used={info.currentMonthUsage}
        limit={info.monthlyDocLimit}
        quota={quota}
        ratePerDoc={planTier === 'free' ? null : info.overageRatePerDoc}
      />
      <Section
        title="Plans"
        lead="You pay on the pages of the payment provider; this service never sees a card number."
      >
        <Plans tier={planTier} info={info} />
      </Section>
    </Stack>
  );
}

function Manage({ info: { paymentCustomerId } }: { readonly info: BillingInfo }) {
  const refusal = useRefusal('billing.write');
  const page = useProviderPage();
  if (paymentCustomerId === null) return null;
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Button variant="default" loading={page.isBusy} disabled={refusal !== null} onClick={() => void page.manage()}>
          Invoices, means of payment, cancellation
        </Button>
        <Text c="dimmed" fz="sm" component="span">
          {refusal ?? 'On the pages of the payment provider.'}
        </Text>
      </Group>
      <ProblemAlert error={page.error} />
    </Stack>
  );
}
