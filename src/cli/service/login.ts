/** `fixpoint login` and `logout`: store a sign-in, or an API key, for later calls. */
import { z } from 'zod';
import { CommandFailure, EXIT } from '#src/cli/exit-codes.ts';
import { say } from '#src/cli/terminal.ts';
import {
  anonymous,
  answerOf,
  connect,
  jsonPost,
  READING,
  type ServiceFlags,
  serviceAddress,
  serviceAt,
  ServiceRefusal,
  tokensOf,
} from './connection.ts';
import { openQuestions, type Questions } from './questions.ts';
import { readSignIn, removeSignIn, signInPath, writeSignIn } from './sign-in.ts';

export interface LoginFlags extends ServiceFlags {
  readonly email?: string;
  readonly apiKey: boolean;
}

const SignedIn = z.object({
  access_token: z.string(),
  expires_in: z.number(),
  refresh_token: z.string(),
  user: z.object({ email: z.string() }),
  organization: z.object({ slug: z.string(), role: z.string() }),
});
const Challenge = z.object({ mfa_token: z.string() });
/** The form of a code of an app. Any other input is a recovery code. */
const APP_CODE = /^\d{6}$/;

/** Secrets are asked for on a terminal, else read from standard input, a line each; none is ever an argument. */
export async function login(flags: LoginFlags): Promise<number> {
  const url = serviceAddress(flags);
  const questions = openQuestions();
  try {
    const who = flags.apiKey ? await keepKey(url, questions) : await signIn(url, flags.email, questions);
    say(`${who} Stored in ${signInPath()}.`);
    return EXIT.done;
  } finally {
    questions.close();
  }
}

async function keepKey(url: string, questions: Questions): Promise<string> {
  const apiKey = await questions.secret('API key: ');
  await serviceAt(url, async () => ({ 'X-Api-Key': apiKey })).call('/api/quota', READING);
  writeSignIn({ url, apiKey });
  return `The key works at ${url}.`;
}

async function signIn(url: string, given: string | undefined, questions: Questions): Promise<string> {
  const email = given ?? (await questions.plain('E-mail address: '));
  const password = await questions.secret('Password: ');
  const service = anonymous(url);
  const ask = (path: string, body: object) => service.call(path, jsonPost(JSON.stringify(body)));
  const response = await ask('/api/auth/login', { email, password }).catch(async (error: unknown) => {
    if (!(error instanceof ServiceRefusal) || error.code !== 'mfa_required') throw error;
    const { mfa_token } = Challenge.parse(error.body);
    const code = await questions.secret('Code of the authenticator app, or a recovery code: ');
    return ask('/api/auth/login/mfa', { mfa_token, ...(APP_CODE.test(code) ? { code } : { recovery_code: code }) });
  });
  const answer = await answerOf(SignedIn, response);
  writeSignIn({ url, tokens: tokensOf(answer.user.email, answer) });
  const { slug, role } = answer.organization;
  return `Signed in at ${url} as ${answer.user.email}, ${role} of ${slug}.`;
}

/** Ends the sign-in at the service too; where that cannot be reached, it ends by itself in time. */
export async function logout(): Promise<number> {
  const kept = readSignIn();
  if (kept === null) {
    say('Nobody is signed in.');
    return EXIT.done;
  }
  removeSignIn();
  if (kept.tokens) {
    const body = JSON.stringify({ refresh_token: kept.tokens.refreshToken });
    await anonymous(kept.url)
      .call('/api/auth/logout', jsonPost(body))
      .catch((error: unknown) => {
        if (!(error instanceof CommandFailure)) throw error;
        say(`The service did not confirm the sign-out: ${error.message}`);
      });
  }
  say(`Signed out of ${kept.url}.`);
  return EXIT.done;
}

const Quota = z.object({ planTier: z.string(), used: z.number(), limit: z.number(), resetsAt: z.string() });

/** `fixpoint whoami`: which service and which credentials, and what they are good for. */
export async function whoami(flags: ServiceFlags): Promise<number> {
  const service = connect(flags);
  const response = await service.call('/api/quota', READING);
  const { planTier, used, limit, resetsAt } = await answerOf(Quota, response);
  const tokens = process.env['FIXPOINT_API_KEY'] ? undefined : readSignIn()?.tokens;
  process.stdout.write(
    `${service.url}  ${tokens?.email ?? 'API key'}  plan ${planTier}, ${used} of ${limit} documents until ${resetsAt}\n`,
  );
  return EXIT.done;
}
