/** Showing a second factor: one way at a time, the others one press away. */
import { type ReactNode, useState } from 'react';
import type { Problem } from '#portal/api/answers.ts';
import { Button, Group, Stack, Text, TextInput } from '#portal/ui/controls.ts';
import { Form } from '#portal/ui/form.tsx';
import { askPasskey, type Assertion, type PasskeyQuestion } from './passkeys.ts';

export type Method = NonNullable<Problem['methods']>[number];

/** The proof of a second factor: exactly one of the members. */
export type Proof =
  | { readonly code: string }
  | { readonly recoveryCode: string }
  | { readonly assertion: Assertion }
  | { readonly password: string };

type Factor = Exclude<Method, 'password'>;

const WAYS: Readonly<Record<Factor, string>> = {
  passkey: 'Use a passkey',
  totp: 'Use a code of your authenticator app',
  recovery_code: 'Use a recovery code',
};

/** The easiest one first. */
const ORDER: readonly Factor[] = ['passkey', 'totp', 'recovery_code'];

interface FactorFormProps {
  readonly methods: readonly Method[];
  /** The challenge for the passkey. */
  readonly options: () => Promise<PasskeyQuestion>;
  readonly show: (proof: Proof) => Promise<unknown>;
  /** Further buttons. */
  readonly beside?: ReactNode;
}

export function FactorForm({ methods, options, show, beside }: FactorFormProps) {
  const ways = ORDER.filter((way) => methods.includes(way));
  const [chosen, choose] = useState<Factor | null>(null);
  const way = chosen ?? ways[0];
  if (way === undefined) return null;
  const others = ways.filter((one) => one !== way);
  return (
    <Stack gap="lg">
      <Way key={way} way={way} options={options} show={show} beside={beside} />
      {others.length > 0 && (
        <Stack gap={4} align="flex-start">
          <Text fz="sm" c="dimmed">
            Another way
          </Text>
          <Group gap="xs">
            {others.map((other) => (
              <Button key={other} variant="default" size="xs" onClick={() => choose(other)}>
                {WAYS[other]}
              </Button>
            ))}
          </Group>
        </Stack>
      )}
    </Stack>
  );
}

function Way({ way, options, show, beside }: Omit<FactorFormProps, 'methods'> & { readonly way: Factor }) {
  if (way === 'passkey') {
    return (
      <Form
        action={WAYS.passkey}
        act={async () => show({ assertion: await askPasskey(await options()) })}
        beside={beside}
      >
        {() => <Text m={0}>Your browser asks you for the passkey that you have set up.</Text>}
      </Form>
    );
  }
  if (way === 'totp') {
    return (
      <Form action="Go on" act={({ code = '' }) => show({ code: code.replaceAll(/\s/g, '') })} beside={beside}>
        {({ faultOf }) => <CodeField error={faultOf('code')} />}
      </Form>
    );
  }
  return (
    <Form
      action={WAYS.recovery_code}
      act={({ recovery_code: code = '' }) => show({ recoveryCode: code.trim() })}
      beside={beside}
    >
      {({ faultOf }) => (
        <TextInput
          name="recovery_code"
          label="Recovery code"
          description="One of the ten that you were shown when you set up your second factor. Each works once."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          error={faultOf('recovery_code')}
          data-autofocus
        />
      )}
    </Form>
  );
}

/** Six digits of an authenticator app. */
export function CodeField({ error }: { readonly error: string | null }) {
  return (
    <TextInput
      name="code"
      label="Code of your authenticator app"
      description="Six digits; they change every half minute."
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      error={error}
      data-autofocus
    />
  );
}
