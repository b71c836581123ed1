/**
 * A drop area for a PDF. The file goes to the organization of the signed-in member, in development otherwise to the
 * demo organization, and its passport opens. Without a sign-in it sends nothing.
 */
import { useState } from 'react';
import { call, confirmed } from '#portal/api/call.ts';
import { SignedOut } from '#portal/api/problem.ts';
import { addressOf } from '#portal/api/send.ts';
import { signedIn } from '#portal/api/session.ts';
import { demoTicket, FORGED_CONTRACT, isThisMachine, signInByTicket } from '#portal/development/demo.ts';
import { nameForMetadata } from '#portal/documents/names.ts';
import { Anchor, Button, FileButton, Group, Loader, Paper, Stack, Text } from '#portal/ui/controls.ts';
import { DropZone } from '#portal/ui/drop.tsx';
import { UploadIcon } from '#portal/ui/icons.ts';
import { ProblemAlert } from '#portal/ui/problem.tsx';
import { Banner } from '#portal/ui/tone.tsx';
import { Foreign } from '#portal/ui/words.tsx';

type State =
  | { readonly is: 'waiting' | 'account-needed' }
  | { readonly is: 'busy'; readonly words: string }
  | { readonly is: 'refused'; readonly error: unknown };

export function TryIt() {
  const [state, setState] = useState<State>({ is: 'waiting' });
  const run = async (words: string, act: () => Promise<string>) => {
    setState({ is: 'busy', words });
    try {
      if (await isLetIn()) location.assign(addressOf(`portal/#${await act()}`));
      else setState({ is: 'account-needed' });
    } catch (error) {
      setState({ is: 'refused', error });
    }
  };
  const take = (file: File | null | undefined) => {
    if (file && state.is !== 'busy') void run(file.name, () => passportOf(file));
  };
  return (
    <Paper withBorder radius="md" p="md" component="section" aria-label="Try it">
      <Stack gap="md">
        <DropZone label="Drop a PDF" onDrop={({ files }) => take(files[0])}>
          {state.is === 'busy' ? (
            <Group justify="center" gap="sm" role="status">
              <Loader size="sm" aria-hidden />
              <Foreign>{state.words}</Foreign>
            </Group>
          ) : (
            <Stack align="center" gap="xs" ta="center">
              <Text fw={600}>Drop a PDF here, or</Text>
              <FileButton accept="application/pdf,.pdf" onChange={(file) => take(file)}>
                {(props) => (
                  <Button {...props} leftSection={<UploadIcon size={16} aria-hidden />}>
                    Choose a PDF
                  </Button>
                )}
              </FileButton>
              <Text fz="sm" c="dimmed">
                Its passport shows the findings.
              </Text>
            </Stack>
          )}
        </DropZone>
        {state.is === 'account-needed' && <AccountNeeded />}
        {state.is === 'refused' && <ProblemAlert error={state.error} />}
        {isThisMachine() && (
          <Stack gap={6}>
            <Button
              variant="default"
              disabled={state.is === 'busy'}
              onClick={() => void run('The demo', passportOfForgery)}
            >
              See a forged contract
            </Button>
            <Text fz="sm" c="dimmed">
              This service runs on your machine: both sign you in as the owner of the demo organization.
            </Text>
          </Stack>
        )}
      </Stack>
    </Paper>
  );
}

function AccountNeeded() {
  return (
    <Banner tone="info" title="An account is needed for this" isAlert>
      Your file was not sent.{' '}
      <Anchor href={addressOf('portal/#/register')} underline="always">
        Sign up
      </Anchor>{' '}
      or{' '}
      <Anchor href={addressOf('portal/#/login')} underline="always">
        sign in
      </Anchor>
      , and send it from the page of documents. To check an attestation you already have,{' '}
      <Anchor href={addressOf('verify')} underline="always">
        no account is needed
      </Anchor>
      .
    </Banner>
  );
}

/** A sign-in stays valid. In development everybody at this machine may use the demo organization. */
async function isLetIn(): Promise<boolean> {
  try {
    await signedIn();
    return true;
  } catch (error) {
    if (!(error instanceof SignedOut)) throw error;
    const ticket = await demoTicket();
    if (ticket === null) return false;
    await signInByTicket(ticket);
    return true;
  }
}

/** Sends the file and answers the page of its passport. Signatures are removed, so that signed files are normalized too. */
async function passportOf(file: File): Promise<string> {
  const request = { metadata: nameForMetadata(file.name), signedPdfPolicy: 'strip', respondAsync: true } as const;
  const { submissionId } = await confirmed((client) => client.normalize(file, request));
  return `/documents/${submissionId}`;
}

/** Before the demo is filled, the list of documents shows its arrival. */
async function passportOfForgery(): Promise<string> {
  const { items } = await call('listSubmissions', { clientReference: FORGED_CONTRACT, pageSize: 1 });
  return items[0] ? `/documents/${items[0].submissionId}` : '/documents';
}
