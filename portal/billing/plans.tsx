/** The plans: what each allows, and the way to it. */
import { useState } from 'react';
import {
  type BillingInterval,
  type PaidTier,
  PLAN_TIERS,
  PLANS,
  type PlanLimits,
  type PlanTier,
  priceCents,
} from '#domain/billing/plan.ts';
import type { BillingInfo } from '#portal/api/answers.ts';
import { useRefusal } from '#portal/api/permission.ts';
import { Button, Group, Paper, SegmentedControl, SimpleGrid, Stack, Text, Title } from '#portal/ui/controls.ts';
import { ProblemAlert } from '#portal/ui/problem.tsx';
import { Tag } from '#portal/ui/tone.tsx';
import { countText, numberText, sizeText } from '#portal/ui/words.tsx';
import { planName } from './plan-name.ts';
import { useProviderPage } from './provider-page.ts';

interface PlansProps {
  readonly tier: PlanTier;
  /** Null for those who do not see what is paid. */
  readonly info: BillingInfo | null;
}

export function Plans({ tier: own, info }: PlansProps) {
  const [interval, setInterval] = useState<BillingInterval>(info?.billingInterval ?? 'month');
  return (
    <Stack gap="md">
      {info !== null && (
        <Group gap="sm">
          <SegmentedControl
            aria-label="Payment period"
            value={interval}
            onChange={(value) => setInterval(value === 'year' ? 'year' : 'month')}
            data={[
              { value: 'month', label: 'By the month' },
              { value: 'year', label: 'By the year' },
            ]}
          />
          <Text c="dimmed" fz="sm" component="span">
            A year costs ten months.
          </Text>
        </Group>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
        {PLAN_TIERS.map((tier) => (
          <Card key={tier} tier={tier} isOwn={tier === own} info={info} interval={interval} />
        ))}
      </SimpleGrid>
    </Stack>
  );
}

interface CardProps {
  readonly tier: PlanTier;
  readonly isOwn: boolean;
  readonly info: BillingInfo | null;
  readonly interval: BillingInterval;
}

function Card({ tier, isOwn, info, interval }: CardProps) {
  return (
    <Paper withBorder p="md" radius="md" component="section" aria-label={planName(tier)}>
      <Stack gap="sm" h="100%" justify="space-between">
        <Stack gap="sm">
          <Title order={3} size="h4">
            {planName(tier)}
          </Title>
          {isOwn && (
            <div>
              <Tag tone="good">Your plan</Tag>
            </div>
          )}
          {info !== null && (
            <Text fz="lg" fw={600} m={0}>
              {priceText(tier, interval)}
            </Text>
          )}
          <Limits limits={PLANS[tier]} />
        </Stack>
        {info !== null && tier !== 'free' && <Choose tier={tier} interval={interval} info={info} />}
      </Stack>
    </Paper>
  );
}

function Limits({ limits }: { readonly limits: PlanLimits }) {
  const { monthlyDocs, overage, overageMillicents, maxFileBytes, retentionDays, concurrentJobs } = limits;
  return (
    <ul style={{ margin: 0, paddingInlineStart: '1.1rem' }}>
      <li>{numberText(monthlyDocs)} documents a month</li>
      <li>{overage ? `each further one ${dollars(overageMillicents / 100_000)}` : 'further ones are refused'}</li>
      <li>up to {sizeText(maxFileBytes)} each</li>
      <li>kept for {countText(retentionDays, 'day')}</li>
      <li>{concurrentJobs === 1 ? 'one at a time' : `${concurrentJobs} at the same time`}</li>
    </ul>
  );
}

interface ChooseProps {
  readonly tier: PaidTier;
  readonly interval: BillingInterval;
  readonly info: BillingInfo;
}

/** Only a running subscription counts. */
const LIVE: readonly string[] = ['active', 'trialing', 'past_due', 'unpaid', 'paused'];

function Choose({ tier, interval, info: { planTier, billingInterval, subscriptionStatus } }: ChooseProps) {
  const refusal = useRefusal('billing.write');
  const page = useProviderPage();
  const isSubscribed = LIVE.includes(subscriptionStatus);
  const isTheirs = isSubscribed && tier === planTier && interval === billingInterval;
  const words = isSubscribed ? `Change to ${planName(tier)}` : `Subscribe to ${planName(tier)}`;
  return (
    <Stack gap="xs">
      <Button
        fullWidth
        variant={isSubscribed ? 'default' : 'filled'}
        disabled={isTheirs || refusal !== null}
        loading={page.isBusy}
        onClick={() => void page.checkout(tier, interval)}
        aria-label={`${words}, ${priceText(tier, interval)}`}
      >
        {isTheirs ? 'Your plan' : words}
      </Button>
      {refusal !== null && (
        <Text fz="sm" c="dimmed" m={0}>
          {refusal}
        </Text>
      )}
      <ProblemAlert error={page.error} />
    </Stack>
  );
}

function priceText(tier: PlanTier, interval: BillingInterval): string {
  return tier === 'free' ? '$0' : `${dollars(priceCents(tier, interval) / 100)} a ${interval}`;
}

/** `$2,490`, `$0.005`: no more decimals than there are. */
export function dollars(amount: number): string {
  const digits = Number.isInteger(amount) ? 0 : 2;
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits,
    maximumFractionDigits: 3,
  }).format(amount);
}
