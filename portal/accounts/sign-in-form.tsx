/** The address, the password, and a second factor where there is one. */
import { type ReactNode, useState } from 'react';
import type { Problem, SignIn } from '#portal/api/answers.ts';
import { callAnonymously } from '#portal/api/send.ts';
import { ApiProblem } from '#portal/api/problem.ts';
import { PasswordInput } from '#portal/ui/controls.ts';
import { Form } from '#portal/ui/form.tsx';
import { lazyPart } from '#portal/ui/lazy/part.tsx';
import { EmailField } from './email-field.tsx';

// Most sign-ins do without.
const SecondFactor = lazyPart(async () => (await import('./second-factor.tsx')).SecondFactor);

interface SignInFormProps {
  /** The address of the only person who may sign in. */
  readonly email?: string;
  readonly signedIn: (signIn: SignIn) => unknown;
  /** Further buttons. */
  readonly beside?: ReactNode;
  /** Called when the password was right and a second factor is needed, or with null when the sign-in starts again. */
  readonly onQuestion?: (question: object | null) => void;
}

export function SignInForm({ email: onlyFor, signedIn, beside, onQuestion }: SignInFormProps) {
  const [question, setQuestion] = useState<Partial<Problem> | null>(null);
  const ask = (next: Partial<Problem> | null) => {
    setQuestion(next);
    onQuestion?.(next);
  };
  const signIn = async ({ email = '', password = '' }: Readonly<Record<string, string>>) => {
    try {
      await signedIn(await callAnonymously('login', { email: email.trim(), password }));
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.code !== 'mfa_required') throw error;
      ask(error.body);
    }
  };
  if (question !== null) return <SecondFactor question={question} signedIn={signedIn} beginAnew={() => ask(null)} />;
  return (
    <Form action="Sign in" act={signIn} beside={beside}>
      {({ faultOf }) => (
        <>
          <EmailField error={faultOf('email')} {...(onlyFor === undefined ? {} : { value: onlyFor, readOnly: true })} />
          <PasswordInput
            name="password"
            label="Password"
            autoComplete="current-password"
            required
            error={faultOf('password')}
            {...(onlyFor === undefined ? {} : { 'data-autofocus': true })}
          />
        </>
      )}
    </Form>
  );
}
