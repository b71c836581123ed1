/** A new key, shown this once. */
import type { CreatedApiKey } from '#portal/api/answers.ts';
import { addressOf } from '#portal/api/send.ts';
import { Text } from '#portal/ui/controls.ts';
import { CodeBlock } from '#portal/ui/code/code.tsx';
import { SecretDialog } from '#portal/ui/secret-dialog.tsx';

/** Both scopes may ask for the quota, and it costs nothing. */
export function NewKeyDialog({
  created: { fullKey },
  onKept,
}: {
  readonly created: CreatedApiKey;
  readonly onKept: () => void;
}) {
  return (
    <SecretDialog
      title="Your new API key"
      what="API key"
      secret={fullKey}
      setting={`FIXPOINT_API_KEY=${fullKey}`}
      onKept={onKept}
    >
      <div>
        <Text fw={600} fz="sm" mb={4}>
          Try it at once
        </Text>
        <CodeBlock
          code={`curl --fail-with-body -sS ${addressOf('api/quota')} \\\n  -H 'X-Api-Key: ${fullKey}'`}
          what="the command"
        />
      </div>
    </SecretDialog>
  );
}
