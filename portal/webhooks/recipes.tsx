/** Code to copy with which a receiver verifies deliveries. It contains no secret. */
import { Stack, Tabs, Text } from '#portal/ui/controls.ts';
import { CodeBlock } from '#portal/ui/code/code.tsx';
import { Section } from '#portal/ui/page.tsx';
import receiver from './recipes/receiver.mjs.txt?raw';
import verifier from './recipes/verify.py.txt?raw';

export function Recipes() {
  return (
    <Stack gap="lg">
      <Section title="Checks">
        <ol style={{ margin: 0, paddingInlineStart: '1.25rem', maxWidth: '46rem' }}>
          <li>Use the body exactly as it arrived, byte for byte.</li>
          <li>
            Sign <code>webhook-id</code>, a dot, <code>webhook-timestamp</code>, a dot and the body with your secret
            (HMAC SHA-256), and check whether the result is one of the signatures in <code>webhook-signature</code>.
          </li>
          <li>Refuse deliveries that are older than five minutes.</li>
          <li>
            Remember <code>webhook-id</code>: the same event may come more than once, over all attempts and replays with
            the same id.
          </li>
          <li>Answer with 2xx within 15 seconds, and do the work afterwards.</li>
        </ol>
      </Section>
      <Section
        title="A receiver to copy"
        lead="The format is that of Standard Webhooks: any of its libraries does the same."
      >
        <Tabs defaultValue="node" keepMounted={false}>
          <Tabs.List mb="sm">
            <Tabs.Tab value="node">Node</Tabs.Tab>
            <Tabs.Tab value="python">Python</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="node">
            <Recipe
              code={receiver}
              what="the receiver in Node"
              run="WEBHOOK_SECRET=whsec_… PORT=3000 node receiver.mjs"
            />
          </Tabs.Panel>
          <Tabs.Panel value="python">
            <Recipe code={verifier} what="the check in Python" run="WEBHOOK_SECRET=whsec_… python3 verify.py" />
          </Tabs.Panel>
        </Tabs>
      </Section>
    </Stack>
  );
}

interface RecipeProps {
  readonly code: string;
  readonly what: string;
  readonly run: string;
}

function Recipe({ code, what, run }: RecipeProps) {
  return (
    <Stack gap="sm">
      <CodeBlock code={code} what={what} />
      <Text fz="sm" c="dimmed">
        It takes the secret from the environment:
      </Text>
      <CodeBlock code={run} what="the command" />
    </Stack>
  );
}
