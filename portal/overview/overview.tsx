/** The first page: what the organization does with its plan, what needs attention, and the first steps. */
import type { UseQueryResult } from '@tanstack/react-query';
import type { Answers } from '#portal/api/answers.ts';
import type { ApiProblem } from '#portal/api/problem.ts';
import { useAnswer, useSignIn } from '#portal/api/queries.ts';
import { Bars, type Series } from '#portal/charts/bars.tsx';
import { Paper, SimpleGrid, Stack } from '#portal/ui/controls.ts';
import { UploadIcon } from '#portal/ui/icons.ts';
import { LinkButton } from '#portal/ui/link.tsx';
import { Answer, Page, Section } from '#portal/ui/page.tsx';
import { Together } from '#portal/app/together.tsx';
import { dayText } from '#portal/ui/words.tsx';
import { Attention } from './attention-list.tsx';
import { FirstSteps } from './first-steps-list.tsx';
import { Recent } from './recent.tsx';
import { Usage } from './usage.tsx';
import { mayDo } from '#domain/accounts/permissions.ts';

const LIVE_MS = 5_000;

export function OverviewPage() {
  const { organization } = useSignIn();
  const stats = useAnswer('getStats', {}, { refetchInterval: LIVE_MS });
  const daily = useAnswer('getDailyStats', {}, { refetchInterval: 12 * LIVE_MS });
  return (
    <Page
      title="Overview"
      actions={
        <LinkButton to="/documents/upload" leftSection={<UploadIcon size={16} aria-hidden />}>
          Send documents
        </LinkButton>
      }
    >
      <Together height={700}>
        <Attention daily={daily.data} />
        {/* A member has no part in setting things up. */}
        {mayDo(organization.role, 'api-keys.write') && <FirstSteps />}
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
          <Paper withBorder p="md" radius="md">
            <Usage stats={stats} />
          </Paper>
          <Paper withBorder p="md" radius="md">
            <Outcomes daily={daily} />
          </Paper>
        </SimpleGrid>
        <Recent />
      </Together>
    </Page>
  );
}

const SERIES: readonly Series[] = [
  // A normalized document may be a forgery, so that the verdict alone is green.
  { name: 'Normalized', tone: 'info', pattern: 'plain' },
  { name: 'Rejected', tone: 'caution', pattern: 'dotted' },
  { name: 'Failed', tone: 'danger', pattern: 'hatched' },
];

function Outcomes({ daily }: { readonly daily: UseQueryResult<Answers['getDailyStats'], ApiProblem> }) {
  return (
    <Section title="The last 30 days">
      <Answer of={daily} height={260}>
        {({ days }) => (
          <Stack gap={0}>
            <Bars
              title="Documents by the day of their processing, in UTC"
              unit="documents"
              axis="Day"
              series={SERIES}
              bars={days.map(({ date, success, rejected, failed }) => ({
                label: dayText(date),
                short: shortDay(date),
                values: [success, rejected, failed],
              }))}
            />
          </Stack>
        )}
      </Answer>
    </Section>
  );
}

const SHORT = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });

function shortDay(date: string): string {
  return SHORT.format(new Date(`${date}T00:00:00Z`));
}
