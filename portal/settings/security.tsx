/** The account of whoever is signed in: second factors, sign-ins, password. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { SecondFactors } from '#portal/api/answers.ts';
import { useAction, useAnswer, useSignIn } from '#portal/api/queries.ts';
import { Button, Group, Stack, Text } from '#portal/ui/controls.ts';
import { ConfirmDialog } from '#portal/ui/dialog.tsx';
import { Answer, Page, Section } from '#portal/ui/page.tsx';
import { toast } from '#portal/ui/toast.tsx';
import { Banner } from '#portal/ui/tone.tsx';
import { countText, Foreign } from '#portal/ui/words.tsx';
import { AuthenticatorApp } from './authenticator-app.tsx';
import { Passkeys } from './passkeys.tsx';
import { Password } from './password.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { Sessions } from './sessions.tsx';

export function SecurityPage() {
  const { user } = useSignIn();
  const factors = useAnswer('getSecondFactors');
  return (
    <Page
      title="Your security"
      lead={
        <>
          Signed in as <Foreign>{user.email}</Foreign>
        </>
      }
    >
      <Stack gap="xl">
        <Answer of={factors} height={420}>
          {(found) => <Factors factors={found} />}
        </Answer>
        <Sessions />
        <Password />
      </Stack>
    </Page>
  );
}

function Factors({ factors }: { readonly factors: SecondFactors }) {
  const client = useQueryClient();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => {
    shown.current?.scrollIntoView({ block: 'center' });
  }, [codes]);
  const added = (recoveryCodes: readonly string[] | null) => {
    setCodes(recoveryCodes);
    toast('Your second factor is set up.');
    // After the setup everything works, also under the rule of the organization.
    void client.invalidateQueries();
  };
  const hasAny = factors.methods.length > 0;
  return (
    <Stack gap="xl">
      {!hasAny && !factors.required && (
        <Banner tone="info" symbol="shield" title="A second factor protects your account">
          It protects your account even when somebody knows your password. Use an authenticator app or a passkey.
        </Banner>
      )}
      {codes !== null && (
        <div ref={shown}>
          <RecoveryCodes codes={codes} done={() => setCodes(null)} />
        </div>
      )}
      <AuthenticatorApp factors={factors} added={added} />
      <Passkeys factors={factors} added={added} />
      {hasAny && <Recovery factors={factors} renewed={setCodes} />}
    </Stack>
  );
}

interface RecoveryProps {
  readonly factors: SecondFactors;
  readonly renewed: (codes: readonly string[]) => void;
}

/** A warning appears below this number. */
const FEW = 3;

function Recovery({ factors: { recoveryCodesLeft }, renewed }: RecoveryProps) {
  const renewal = useAction('renewRecoveryCodes', ['getSecondFactors']);
  const [isAsking, setAsking] = useState(false);
  return (
    <Section title="Recovery codes" lead="Each lets you in once when you have lost your second factor.">
      <Stack gap="md" align="flex-start">
        {recoveryCodesLeft < FEW ? (
          <Banner tone="caution" title={`${countText(recoveryCodesLeft, 'code is', 'codes are')} left`}>
            Make new ones before you need them.
          </Banner>
        ) : (
          <Text m={0}>{countText(recoveryCodesLeft, 'code is', 'codes are')} left.</Text>
        )}
        <Group>
          <Button variant="default" onClick={() => setAsking(true)}>
            New recovery codes
          </Button>
        </Group>
      </Stack>
      <ConfirmDialog
        title="New recovery codes"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        action="Make new codes"
        isDanger={false}
        act={async () => renewed((await renewal.mutateAsync({})).recoveryCodes)}
      >
        The {countText(recoveryCodesLeft, 'code', 'codes')} that you have now stop working. Ten new ones are shown once.
      </ConfirmDialog>
    </Section>
  );
}
