/** The used part of the plan, the end of the period, and a forecast. */
import type { UseQueryResult } from '@tanstack/react-query';
import type { Answers } from '#portal/api/answers.ts';
import type { ApiProblem } from '#portal/api/problem.ts';
import { useAnswer } from '#portal/api/queries.ts';
import { Box, Group, Stack, Text } from '#portal/ui/controls.ts';
import { planName } from '#portal/billing/plan-name.ts';
import { Answer, Section } from '#portal/ui/page.tsx';
import { countText, dayText, durationText, Facts, numberText, relativeTo } from '#portal/ui/words.tsx';
import { projectionOf } from './projection.ts';

export function Usage({ stats }: { readonly stats: UseQueryResult<Answers['getStats'], ApiProblem> }) {
  const quota = useAnswer('getQuota', {}, { refetchInterval: 30_000 });
  return (
    <Section title="This period">
      <Answer of={quota} height={260}>
        {(value) => (
          <Stack gap="md">
            <Meter quota={value} />
            <Answer of={stats} height={120}>
              {({ averageProcessingMs, currentMonth }) => (
                <Facts
                  rows={[
                    ['Plan', planName(value.planTier)],
                    ['Resets on', <Day key="reset" at={value.resetsAt} />],
                    ['At the present rate', projectedText(value)],
                    ['Processed documents', numberText(currentMonth.total)],
                    [
                      'Time for a document',
                      averageProcessingMs === null ? 'none yet' : averageText(averageProcessingMs),
                    ],
                  ]}
                />
              )}
            </Answer>
          </Stack>
        )}
      </Answer>
    </Section>
  );
}

function averageText(milliseconds: number): string {
  return `${durationText(milliseconds)} on average`;
}

function Day({ at }: { readonly at: string }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={date.toISOString()}>
      {dayText(at.slice(0, 10))}, {relativeTo(date, new Date())}
    </time>
  );
}

function projectedText(quota: Answers['getQuota']): string {
  const projection = projectionOf(quota, new Date());
  if (projection === null) return 'too early to know';
  const { atEnd, limitAt } = projection;
  const end = `about ${countText(atEnd, 'document')} by its end`;
  if (limitAt === null) return end;
  return `${end}; the limit is reached on ${dayText(limitAt.toISOString().slice(0, 10))}`;
}

/** The usage as a bar, with a mark at the forecast. */
function Meter({ quota }: { readonly quota: Answers['getQuota'] }) {
  const { used, limit, overageAllowed } = quota;
  const projected = projectionOf(quota, new Date())?.atEnd ?? null;
  const shareOf = (value: number) => Math.min(100, limit === 0 ? 100 : (100 * value) / limit);
  const tone = used >= limit ? 'danger' : used >= 0.8 * limit ? 'caution' : 'info';
  const label = `${numberText(used)} of ${countText(limit, 'document')} used`;
  return (
    <div>
      <Group justify="space-between" mb={6} gap="xs">
        <Text fw={600}>{label}</Text>
        <Text fz="sm" c="dimmed">
          {overageAllowed ? 'Extra documents are billed individually' : 'Extra documents are refused'}
        </Text>
      </Group>
      <Box
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={Math.min(used, limit)}
        style={{ position: 'relative', height: 14, borderRadius: 7, background: 'var(--fx-neutral-soft)' }}
      >
        <div
          style={{
            width: `${shareOf(used)}%`,
            minWidth: used > 0 ? 4 : 0,
            height: '100%',
            borderRadius: 7,
            background: `var(--fx-${tone})`,
          }}
        />
        {projected !== null && projected > used && (
          <div
            title="At the end of the period, at the present rate"
            style={{
              position: 'absolute',
              insetBlock: -3,
              insetInlineStart: `calc(${shareOf(projected)}% - 2px)`,
              borderInlineStart: '2px dashed var(--fx-neutral)',
            }}
          />
        )}
      </Box>
    </div>
  );
}
