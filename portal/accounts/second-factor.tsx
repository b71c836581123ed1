/** The second half of a sign-in: the password was right, and something more is asked for. */
import type { Problem, SignIn } from '#portal/api/answers.ts';
import { callAnonymously } from '#portal/api/send.ts';
import { ApiProblem } from '#portal/api/problem.ts';
import { Button, Stack, Text } from '#portal/ui/controls.ts';
import { FactorForm, type Proof } from './factor-form.tsx';

interface SecondFactorProps {
  /** The refusal `mfa_required`. */
  readonly question: Partial<Problem>;
  readonly signedIn: (signIn: SignIn) => unknown;
  readonly beginAnew: () => void;
}

export function SecondFactor({ question, signedIn, beginAnew }: SecondFactorProps) {
  const { mfa_token: token = '', methods = [], publicKey } = question;
  const show = async (proof: Proof) => {
    await signedIn(await callAnonymously('loginWithSecondFactor', { mfaToken: token, ...proof }));
  };
  const options = async () => {
    if (publicKey === undefined) throw new ApiProblem('There is no passkey.');
    return publicKey;
  };
  return (
    <Stack gap="md">
      <Text m={0}>The password is right. Now show your second factor, within five minutes.</Text>
      <FactorForm
        methods={methods}
        options={options}
        show={show}
        beside={
          <Button variant="default" onClick={beginAnew}>
            Begin anew
          </Button>
        }
      />
    </Stack>
  );
}
