/** An expired ticket, and the way to a new one. */
import { CodeBlock } from '#portal/ui/code/code.tsx';
import { Stack, Text } from '#portal/ui/controls.ts';
import { Link } from '#portal/ui/link.tsx';
import { Page } from '#portal/ui/page.tsx';

export function TicketPage() {
  return (
    <Page title="This link was already used">
      <Stack gap="md">
        <Text>
          A link to the demo works once, within ten minutes, until a newer one is made. This command prints another one
          on the machine that runs the service:
        </Text>
        <CodeBlock code="npm run demo" what="the command" />
        <Text>
          Or <Link to="/login">sign in</Link> with the address and the password that npm start prints.
        </Text>
      </Stack>
    </Page>
  );
}
