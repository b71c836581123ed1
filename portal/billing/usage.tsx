/** The used part of the plan, and a forecast. */
import type { Answers } from '#portal/api/answers.ts';
import { Progress, Stack, Text } from '#portal/ui/controls.ts';
import { Section } from '#portal/ui/page.tsx';
import { countText, Moment, numberText } from '#portal/ui/words.tsx';
import { paceOf } from './pace.ts';
import { dollars } from './plans.tsx';

interface UsageProps {
  readonly used: number;
  readonly limit: number;
  /** The start of the period, which is unknown for a moment. */
  readonly quota: Answers['getQuota'] | undefined;
  /** US dollars for a document beyond the plan; null where there are none, or where it is not shown. */
  readonly ratePerDoc: number | null;
}

const NEARLY = 0.8;

export function Usage({ used, limit, quota, ratePerDoc }: UsageProps) {
  const words = `${numberText(used)} of ${countText(limit, 'document')} in this period`;
  const share = limit === 0 ? 0 : used / limit;
  const tone = share >= 1 ? 'red' : share >= NEARLY ? 'orange' : 'indigo';
  return (
    <Section title="Usage" lead="This counts delivered documents, documents in progress and comparisons.">
      <Stack gap="xs">
        <Text m={0} fw={600}>
          {words}
        </Text>
        <Progress.Root size="lg">
          <Progress.Section value={Math.min(share, 1) * 100} color={tone} aria-label={words} />
        </Progress.Root>
        {quota !== undefined && <Outlook used={used} limit={limit} quota={quota} ratePerDoc={ratePerDoc} />}
      </Stack>
    </Section>
  );
}

function Outlook({ used, limit, quota, ratePerDoc }: UsageProps & { readonly quota: Answers['getQuota'] }) {
  const { startsAt, resetsAt, overageAllowed } = quota;
  const pace = paceOf({ used, limit, startsAt, resetsAt }, new Date());
  const beyond = Math.max(0, used - limit);
  const expectedBeyond = Math.max(0, (pace?.expected ?? 0) - limit);
  return (
    <Stack gap={4} c="dimmed">
      <Text m={0}>
        Resets on <Moment at={resetsAt} />.
      </Text>
      {pace !== null && <Text m={0}>At this rate it will be {countText(pace.expected, 'document')} by then.</Text>}
      {pace?.limitAt && (
        <Text m={0}>
          The plan is used up on <Moment at={pace.limitAt.toISOString()} />;{' '}
          {overageAllowed ? 'further documents are billed one by one.' : 'further documents are refused from then on.'}
        </Text>
      )}
      {used >= limit && !overageAllowed && <Text m={0}>The plan is used up: further documents are refused.</Text>}
      {ratePerDoc !== null && beyond > 0 && (
        <Text m={0}>
          {countText(beyond, 'document')} beyond the plan so far: {dollars(round(beyond * ratePerDoc))}.
        </Text>
      )}
      {ratePerDoc !== null && expectedBeyond > beyond && (
        <Text m={0}>Expected beyond the plan by the end: {dollars(round(expectedBeyond * ratePerDoc))}.</Text>
      )}
    </Stack>
  );
}

/** Rounds up to the cent. */
function round(amount: number): number {
  return Math.ceil(amount * 100 - 1e-9) / 100;
}
