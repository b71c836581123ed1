/** A problem in words, with its remedy, and with the id for support. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { addressOf } from '#portal/api/send.ts';
import { type ApiProblem, toProblem } from '#portal/api/problem.ts';
import { Copyable } from './copy.tsx';
import { Countdown } from './countdown.tsx';
import { Banner } from './tone.tsx';
import { Foreign } from './words.tsx';

interface ProblemAlertProps {
  /** Nothing is shown for null. */
  readonly error: unknown;
  readonly retry?: () => void;
}

export function ProblemAlert({ error, retry }: ProblemAlertProps) {
  if (error === null || error === undefined) return null;
  const problem = toProblem(error);
  if (problem.retryAt !== null) return <TooMany until={problem.retryAt} />;
  return (
    <Banner tone="danger" symbol="alert" title="This did not work" isAlert>
      <Stack gap="xs">
        <Text component="p" m={0}>
          <Foreign>{problem.message}</Foreign>
        </Text>
        {problem.faults.length > 1 && (
          <ul style={{ margin: 0 }}>
            {problem.faults.map((fault) => (
              <li key={`${fault.in} ${fault.name} ${fault.code}`}>
                <Foreign>{fault.detail}</Foreign>
              </li>
            ))}
          </ul>
        )}
        <Origin problem={problem} />
        {retry && (
          <Group>
            <Button size="compact-sm" variant="default" onClick={retry}>
              Try again
            </Button>
          </Group>
        )}
      </Stack>
    </Banner>
  );
}

/** The time is outside the alert, which would be read out every second. */
function TooMany({ until }: { readonly until: Date }) {
  return (
    <div>
      <Banner tone="caution" symbol="clock" title="Too many attempts" isAlert>
        The service accepts no further attempt for some time.
      </Banner>
      <Text mt="xs" c="dimmed" component="div">
        <Countdown until={until} before="Try again in" after="You can try again now." />
      </Text>
    </div>
  );
}

function Origin({ problem: { code, requestId } }: { readonly problem: ApiProblem }) {
  if (requestId === null) return null;
  return (
    <Group gap="xs" fz="sm">
      <a href={addressOf(`problems/${encodeURIComponent(code)}`)}>{code}</a>
      <Copyable value={requestId} what="the request's id, for support" />
    </Group>
  );
}
