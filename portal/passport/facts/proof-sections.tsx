/** Hashes, what is signed about them, and how anybody checks that. */
import { useState } from 'react';
import { addressOf } from '#portal/api/send.ts';
import type { Submission } from '#portal/api/answers.ts';
import { type ApiProblem, toProblem } from '#portal/api/problem.ts';
import { Anchor, Button, Group, Stack, Tabs, Text } from '#portal/ui/controls.ts';
import { CodeBlock } from '#portal/ui/code/code.tsx';
import { Copyable } from '#portal/ui/copy.tsx';
import { Section } from '#portal/ui/page.tsx';
import { ProblemAlert } from '#portal/ui/problem.tsx';
import { Tag } from '#portal/ui/tone.tsx';
import { Facts, sizeText } from '#portal/ui/words.tsx';
import { CheckList, VerdictBanner } from '#portal/verify/check-list.tsx';
import type { Verdict } from '#src/proof/evidence/verdict.ts';
import { Nothing } from './finding-list.tsx';
import { checkLive, type StepName, STEPS } from './live-check.ts';
import { fetchRecipe, RECIPES } from './recipes.ts';

interface ProofProps {
  readonly submission: Submission;
}

export function HashesSection({ submission: { original, normalized } }: ProofProps) {
  const hash = (value: string | null, what: string) =>
    value === null ? 'None' : <Copyable value={value} what={what} />;
  const output = normalized && [
    ['Canonical PDF, SHA-256', hash(normalized.sha256, 'the hash of the canonical PDF')] as const,
    [
      'Canonical PDF',
      `${sizeText(normalized.sizeBytes)}, PDF ${normalized.pdfVersion}, ${normalized.linearized ? 'linearized' : 'not linearized'}`,
    ] as const,
    [
      'Text, SHA-256',
      normalized.contentHash === null
        ? 'None, because the pages show no text'
        : hash(normalized.contentHash, 'the content hash'),
    ] as const,
    [
      'Made by',
      `${normalized.pipelineSpec}, text by ${normalized.contentHashAlgorithm ?? 'an unknown definition'}`,
    ] as const,
  ];
  return (
    <Section title="Hashes">
      <Facts
        rows={[
          [
            'Original, SHA-256',
            original.sha256 === null ? 'Erased' : hash(original.sha256, 'the hash of the original'),
          ],
          ['Original', sizeText(original.sizeBytes)],
          ...(output ?? [['Canonical PDF', 'There is none'] as const]),
        ]}
      />
    </Section>
  );
}

export function ProofSection({ submission }: ProofProps) {
  const { normalized, links, original } = submission;
  if (links.attestation === null || normalized === null) {
    return (
      <Section title="Attestation and certificate">
        <Nothing>
          {normalized === null
            ? 'There is no attestation, because there is no canonical PDF.'
            : 'There is no attestation, because nothing of the document is stored.'}
        </Nothing>
      </Section>
    );
  }
  const recipe = fetchRecipe(addressOf(''), normalized.sha256, original.sha256 ?? '');
  return (
    <Section
      title="Attestation and certificate"
      lead="This service has signed the hashes of the original and of the canonical PDF. Anybody can check that without trust in the service."
    >
      <Stack gap="lg">
        <LiveCheck submission={submission} />
        <div>
          <Text component="h3" fw={600} mt={0} mb="xs">
            Check it yourself
          </Text>
          <Text mb="xs">
            The page{' '}
            <Anchor href={addressOf('verify')} underline="always">
              Verify
            </Anchor>{' '}
            checks it for anybody, without an account. These commands do the same. They get the files with curl and jq
          </Text>
          <CodeBlock code={recipe} what="the commands that get the files" />
          <Recipes />
        </div>
      </Stack>
    </Section>
  );
}

function Recipes() {
  return (
    <Tabs defaultValue={RECIPES[0]?.id ?? null} mt="md">
      <Tabs.List>
        {RECIPES.map(({ id, name }) => (
          <Tabs.Tab key={id} value={id}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {RECIPES.map(({ id, name, needs, code }) => (
        <Tabs.Panel key={id} value={id} pt="sm">
          <Text size="sm" c="dimmed" mb="xs">
            Needs {needs}.
          </Text>
          <CodeBlock code={code} what={`the commands for ${name}`} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

const WAITING: Readonly<Record<StepName, string>> = {
  keys: 'Public keys of this service',
  attestation: 'Attestation',
  certificate: 'Certificate',
  pdf: 'Canonical PDF',
};

/** Step by step, so that it is seen that this browser did it. */
function LiveCheck({ submission }: ProofProps) {
  const [told, setTold] = useState<Partial<Record<StepName, string>> | null>(null);
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const isBusy = told !== null && verdict === null && problem === null;
  const run = async () => {
    setTold({});
    setVerdict(null);
    setProblem(null);
    try {
      setVerdict(await checkLive(submission, (step, words) => setTold((before) => ({ ...before, [step]: words }))));
    } catch (error) {
      setProblem(toProblem(error));
    }
  };
  return (
    <Stack gap="sm" aria-live="polite">
      <Group>
        <Button variant="default" onClick={() => void run()} loading={isBusy}>
          Check it now, in this browser
        </Button>
      </Group>
      {told !== null && verdict === null && <Steps told={told} isBroken={problem !== null} />}
      <ProblemAlert error={problem} />
      {verdict && <VerdictBanner verdict={verdict} />}
      {verdict && <CheckList checks={verdict.checks} />}
    </Stack>
  );
}

interface StepsProps {
  readonly told: Partial<Record<StepName, string>>;
  readonly isBroken: boolean;
}

function Steps({ told, isBroken }: StepsProps) {
  return (
    <ol style={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: '0.4rem' }}>
      {STEPS.map((step) => (
        <li key={step} style={{ display: 'flex', gap: '0.6rem', alignItems: 'center' }}>
          <Tag tone="neutral" symbol={told[step] ? 'check' : 'pending'}>
            {told[step] ? 'Here' : isBroken ? 'Not had' : 'Waiting'}
          </Tag>
          {told[step] ?? WAITING[step]}
        </li>
      ))}
    </ol>
  );
}
