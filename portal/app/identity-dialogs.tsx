/** The dialogs that ask who somebody is, over the page. */
import { useNavigate } from '@tanstack/react-router';
import { FactorForm, type Proof } from '#portal/accounts/factor-form.tsx';
import { SignInForm } from '#portal/accounts/sign-in-form.tsx';
import type { SignIn } from '#portal/api/answers.ts';
import { authorized, call } from '#portal/api/call.ts';
import { ApiProblem } from '#portal/api/problem.ts';
import { begin, forget } from '#portal/api/session.ts';
import { Button, PasswordInput, Stack, Text } from '#portal/ui/controls.ts';
import { Dialog } from '#portal/ui/dialog.tsx';
import { Form } from '#portal/ui/form.tsx';

interface ConfirmationProps {
  readonly refusal: ApiProblem;
  readonly done: () => void;
  readonly cancel: () => void;
}

/** Shown before actions that need a recent sign-in. */
export function Confirmation({ refusal: { body }, done, cancel }: ConfirmationProps) {
  const show = async (proof: Proof) => {
    await authorized((client) => client.api.reauthenticate(proof));
    done();
  };
  const { methods = ['password'] } = body;
  const beside = (
    <Button variant="default" onClick={cancel}>
      Cancel
    </Button>
  );
  return (
    <Dialog title="Confirm that it is you" isOpen onClose={cancel} isOnTop>
      <Stack gap="md">
        <Text m={0}>
          This action needs a recent sign-in, and yours is more than an hour old. After this the portal does not ask
          again for an hour.
        </Text>
        {methods.includes('password') ? (
          <Form action="Confirm" act={({ password = '' }) => show({ password })} beside={beside}>
            {({ faultOf }) => (
              <PasswordInput
                name="password"
                label="Your password"
                autoComplete="current-password"
                required
                error={faultOf('password')}
                data-autofocus
              />
            )}
          </Form>
        ) : (
          <FactorForm
            methods={methods}
            options={() => call('askPasskeyToReauthenticate')}
            show={show}
            beside={beside}
          />
        )}
      </Stack>
    </Dialog>
  );
}

interface SignInAgainProps {
  readonly ended: SignIn;
  readonly done: (signIn: SignIn) => void;
  readonly cancel: () => void;
}

/** Asks the same member to sign in again, because the page shows the member's data. */
export function SignInAgain({ ended, done, cancel }: SignInAgainProps) {
  const navigate = useNavigate();
  const signedIn = (signIn: SignIn) => {
    if (signIn.user.id !== ended.user.id) throw new ApiProblem('This is not the account that was signed in here.');
    begin(signIn);
    done(signIn);
  };
  const leave = async () => {
    cancel();
    await navigate({ to: '/login' });
    forget();
  };
  return (
    <Dialog title="Sign in to continue" isOpen onClose={cancel} isOnTop hidesPage>
      <Stack gap="md">
        <Text m={0}>Your sign-in has ended. The text that you typed is still here.</Text>
        <SignInForm
          email={ended.user.email}
          signedIn={signedIn}
          beside={
            <Button variant="default" onClick={() => void leave()}>
              Sign in with another account
            </Button>
          }
        />
      </Stack>
    </Dialog>
  );
}
