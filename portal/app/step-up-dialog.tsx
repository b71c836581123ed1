/**
 * Who are you, asked over the page: before what takes a recent sign-in, and where the sign-in has ended. The
 * interrupted action continues afterwards, and typed text is still there.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { SignIn } from '#portal/api/answers.ts';
import type { ApiProblem } from '#portal/api/problem.ts';
import { askWith } from '#portal/api/step-up.ts';
import { overPage } from '#portal/ui/lazy/over-page.tsx';
import { lazyPart } from '#portal/ui/lazy/part.tsx';

const load = () => import('./identity-dialogs.tsx');
const Confirmation = lazyPart(async () => (await load()).Confirmation, {
  failed: (failed, { cancel }) => overPage(failed, cancel),
});
const SignInAgain = lazyPart(async () => (await load()).SignInAgain, {
  failed: (failed, { cancel }) => overPage(failed, cancel),
});

interface Question<Answer, About> {
  readonly refusal: ApiProblem;
  readonly about: About;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (refusal: ApiProblem) => void;
}

export function StepUpDialog() {
  const confirmation = useQuestion<void, null>();
  const signIn = useQuestion<SignIn, SignIn>();
  const askToConfirm = confirmation.ask;
  const askToSignIn = signIn.ask;
  useEffect(
    () => askWith({ confirm: (refusal) => askToConfirm(refusal, null), signIn: askToSignIn }),
    [askToConfirm, askToSignIn],
  );
  return (
    <>
      {confirmation.question !== null && (
        <Confirmation
          refusal={confirmation.question.refusal}
          done={confirmation.question.resolve}
          cancel={confirmation.cancel}
        />
      )}
      {signIn.question !== null && (
        <SignInAgain ended={signIn.question.about} done={signIn.question.resolve} cancel={signIn.cancel} />
      )}
    </>
  );
}

/** Several calls may be refused at once: they wait for the same answer. */
function useQuestion<Answer, About>() {
  const [question, setQuestion] = useState<Question<Answer, About> | null>(null);
  const asked = useRef<Promise<Answer> | null>(null);
  const ask = useCallback((refusal: ApiProblem, about: About): Promise<Answer> => {
    asked.current ??= new Promise<Answer>((resolve, reject) => {
      setQuestion({ refusal, about, resolve, reject });
    }).finally(() => {
      asked.current = null;
      setQuestion(null);
    });
    return asked.current;
  }, []);
  return { question, ask, cancel: () => question?.reject(question.refusal) };
}
