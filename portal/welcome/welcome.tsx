/** An introduction to the service, a drop area to try it, and links. */
import './welcome.css';
import { addressOf } from '#portal/api/send.ts';
import { Anchor, Button, Group, SimpleGrid, Stack, Text, Title } from '#portal/ui/controls.ts';
import { CodeBlock } from '#portal/ui/code/code.tsx';
import { SchemeButton } from '#portal/ui/shell/scheme-button.tsx';
import { Picture } from './picture.tsx';
import { TryIt } from './try-it.tsx';

const portal = (page: string) => addressOf(`portal/#/${page}`);

export function WelcomePage() {
  return (
    <div className="fx-welcome">
      <header>
        <Group justify="space-between" gap="sm">
          <Text fw={700} fz="lg">
            Fixpoint
          </Text>
          <Group gap="md" component="nav" aria-label="Pages">
            <Anchor href={addressOf('verify')}>Verify</Anchor>
            <Anchor href={addressOf('docs')}>Documentation</Anchor>
            <Anchor href={portal('login')}>Sign in</Anchor>
            <Button component="a" href={portal('register')} size="xs">
              Sign up
            </Button>
            <SchemeButton />
          </Group>
        </Group>
      </header>
      <main>
        <div className="fx-welcome-head">
          <Stack gap="md">
            <Title order={1}>Any PDF in, canonical PDF out</Title>
            <Text fz="lg">
              The same document, however it was saved, gives the same bytes and the same SHA-256. Everything active is
              removed, signs of tampering are reported, signatures are verified, and the result is attested.
            </Text>
            <Text c="dimmed">
              For organizations that store, compare or sign documents of others: archives, registries, insurers, courts.
            </Text>
          </Stack>
          <TryIt />
        </div>
        <Picture />
        <Facts />
        <section aria-labelledby="programs">
          <Title order={2} size="h3" id="programs" mb="sm">
            For programs
          </Title>
          <Stack gap="sm">
            <CodeBlock code={CURL} what="the command" />
            <Text>
              The{' '}
              <Anchor href={addressOf('docs')} underline="always">
                documentation
              </Anchor>{' '}
              tells of every call, and is made of the{' '}
              <Anchor href={addressOf('openapi.json')} underline="always">
                description in OpenAPI
              </Anchor>
              . Every{' '}
              <Anchor href={addressOf('problems')} underline="always">
                refusal
              </Anchor>{' '}
              and every{' '}
              <Anchor href={addressOf('codes')} underline="always">
                finding
              </Anchor>{' '}
              has a code with a page of its own.
            </Text>
          </Stack>
        </section>
      </main>
    </div>
  );
}

const CURL = `curl -sS ${addressOf('api/normalize')} -H "X-Api-Key: $KEY" -F file=@document.pdf`;

const FACTS = [
  [
    'What was changed',
    'A file is read revision by revision. One sentence says what was changed after a signature, and the bytes that prove it are shown.',
  ],
  [
    'Who signed what',
    'Each signature is verified: which bytes it covers, whether they are unchanged, and whether the chain is trusted.',
  ],
  [
    'Nothing active left',
    'Scripts, launch actions, forms that submit and attached files are removed, and each is counted.',
  ],
  [
    'Proof for others',
    'A signed attestation binds input and output. Anybody verifies it, in the browser and offline, without an account.',
  ],
] as const;

function Facts() {
  return (
    <section aria-label="What it does">
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} spacing="xl">
        {FACTS.map(([title, text]) => (
          <div key={title}>
            <Title order={2} size="h4" mb={6}>
              {title}
            </Title>
            <Text c="dimmed">{text}</Text>
          </div>
        ))}
      </SimpleGrid>
    </section>
  );
}
