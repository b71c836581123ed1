/** Has the service read the whole log, and says in words whether an entry was altered or taken out. */
import { useState } from 'react';
import { curlOf } from '#portal/api/curl.ts';
import { useAnswer } from '#portal/api/queries.ts';
import { Button, Group, Stack, Text } from '#portal/ui/controls.ts';
import { CurlTwin } from '#portal/ui/code/code.tsx';
import { Section } from '#portal/ui/page.tsx';
import { ProblemAlert } from '#portal/ui/problem.tsx';
import { Banner } from '#portal/ui/tone.tsx';
import { Moment, numberText } from '#portal/ui/words.tsx';

export function ChainCheck() {
  const [isAsked, setAsked] = useState(false);
  const { data, error, isFetching, refetch, dataUpdatedAt } = useAnswer('verifyAuditLog', {}, { enabled: isAsked });
  const check = () => {
    if (isAsked) void refetch();
    setAsked(true);
  };
  return (
    <Section title="Is the log complete?">
      <Stack gap="sm">
        <Text maw="46rem">
          An entry that was changed or removed breaks the chain of hashes from there on. Only a copy of the newest hash
          shows that entries at the end were removed, so copy it regularly.
        </Text>
        <Group>
          <Button variant="default" onClick={check} loading={isFetching}>
            Check the chain
          </Button>
        </Group>
        <div role="status">
          {data && !isFetching && (
            <Banner
              tone={data.intact ? 'good' : 'danger'}
              symbol={data.intact ? 'shield' : 'shield-alert'}
              title={
                data.intact
                  ? 'Every entry fits the one before it.'
                  : `Entry ${numberText(data.firstBreak ?? 0)} does not fit.`
              }
            >
              {data.intact
                ? 'No entry was changed, and none is missing from the middle.'
                : 'This entry was changed, or the one before it was changed or removed. Do not trust it and the entries after it. Save an export now, and inform the operator of the service.'}{' '}
              Checked <Moment at={new Date(dataUpdatedAt).toISOString()} />.
            </Banner>
          )}
        </div>
        <ProblemAlert error={error} />
        <CurlTwin command={curlOf('verifyAuditLog')} />
      </Stack>
    </Section>
  );
}
