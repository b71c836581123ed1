/** The first steps: a list that turns green by itself when the call arrives, and goes when all is done. */
import { addressOf } from '#portal/api/send.ts';
import { useAnswer } from '#portal/api/queries.ts';
import { Group, Paper, Stack, Text } from '#portal/ui/controls.ts';
import { CodeBlock } from '#portal/ui/code/code.tsx';
import { Link } from '#portal/ui/link.tsx';
import { Section } from '#portal/ui/page.tsx';
import { Tag } from '#portal/ui/tone.tsx';
import { firstSteps, NEWEST, type Step } from './first-steps.ts';

const WAITING_MS = 3_000;

export function FirstSteps() {
  const live = { refetchInterval: WAITING_MS };
  const team = useAnswer('listTeam').data;
  const invitations = useAnswer('listInvitations').data;
  const keys = useAnswer('listApiKeys', {}, live).data;
  const webhooks = useAnswer('listWebhooks', {}, live).data;
  const documents = useAnswer('listSubmissions', { pageSize: NEWEST }, live).data?.items;
  const steps = firstSteps({ keys, documents, webhooks, team, invitations });
  if (steps === null || steps.every(({ isDone }) => isDone)) return null;
  const next = steps.find(({ isDone }) => !isDone);
  const prefix = keys?.find(({ isActive }) => isActive)?.keyPrefix ?? null;
  return (
    <Section title="First steps" lead="Each step is marked as done by itself.">
      <Paper withBorder radius="md" component="ol" m={0} p={0} style={{ listStyle: 'none' }} aria-live="polite">
        {steps.map((step) => (
          <Row key={step.name} step={step} isNext={step === next} keyPrefix={prefix} />
        ))}
      </Paper>
    </Section>
  );
}

interface RowProps {
  readonly step: Step;
  readonly isNext: boolean;
  readonly keyPrefix: string | null;
}

function Row({ step: { name, title, isDone, to, action }, isNext, keyPrefix }: RowProps) {
  return (
    <li className="fx-matter">
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Group gap="sm" wrap="nowrap" style={{ flex: '1 1 16rem', minWidth: 0 }}>
            <Tag tone={isDone ? 'good' : 'neutral'} symbol={isDone ? 'check' : 'pending'}>
              {isDone ? 'Done' : 'Open'}
            </Tag>
            <Text fw={isNext ? 600 : 400}>{title}</Text>
          </Group>
          {!isDone && (
            <Link to={to} fz="sm">
              {action}
            </Link>
          )}
        </Group>
        {name === 'document' && !isDone && <CodeBlock code={curl(keyPrefix)} what="the command" />}
      </Stack>
    </li>
  );
}

/** The key itself is shown once, when it is made: here stands where it begins. */
function curl(keyPrefix: string | null): string {
  const key = keyPrefix === null ? '$KEY' : `${keyPrefix}…`;
  return `curl -sS ${addressOf('api/normalize')} -H "X-Api-Key: ${key}" -F file=@document.pdf`;
}
