/** Forms: the input stays after a refusal, and each fault is beside its field. */
import { Button, Group, Stack } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { type ApiProblem, toProblem } from '#portal/api/problem.ts';
import { useSecondsUntil } from './countdown.tsx';
import { ProblemAlert } from './problem.tsx';

export interface FormState {
  /** The fault of a field, for its `error`. */
  readonly faultOf: (name: string) => string | null;
  readonly isBusy: boolean;
}

export interface FormProps {
  /** The words of the button. */
  readonly action: string;
  /** Gets the values of the fields with these names. */
  readonly act: (values: Readonly<Record<string, string>>) => Promise<unknown>;
  readonly children: (state: FormState) => ReactNode;
  /** Further buttons. */
  readonly beside?: ReactNode;
  readonly isDisabled?: boolean;
}

/** After a refusal the first faulty field gets the focus. A second press while one is under way does nothing. */
export function Form({ action, act, children, beside, isDisabled = false }: FormProps) {
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isTooSoon = useSecondsUntil(problem?.retryAt ?? null) > 0;
  const submit = async () => {
    if (isBusy || isTooSoon || isDisabled || !form.current) return;
    setBusy(true);
    setProblem(null);
    const entries = [...new FormData(form.current)].map(([name, value]) => [
      name,
      typeof value === 'string' ? value : '',
    ]);
    try {
      await act(Object.fromEntries(entries));
    } catch (error) {
      const refused = toProblem(error);
      setProblem(refused);
      focusFirst(form.current, refused);
    } finally {
      setBusy(false);
    }
  };
  const faultOf = (name: string) => problem?.faultOf(name) ?? null;
  const isToldBesideFields = problem !== null && problem.faults.length > 0 && everyFaultHasField(form.current, problem);
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack gap="md">
        {children({ faultOf, isBusy })}
        {!isToldBesideFields && <ProblemAlert error={problem} />}
        <Group>
          <Button type="submit" loading={isBusy} disabled={isDisabled || isTooSoon}>
            {action}
          </Button>
          {beside}
        </Group>
      </Stack>
    </form>
  );
}

function fieldOf(form: HTMLFormElement | null, name: string): HTMLElement | null {
  const found = form?.elements.namedItem(name.replace(/^\//, '')) ?? null;
  return found instanceof HTMLElement ? found : null;
}

function everyFaultHasField(form: HTMLFormElement | null, { faults }: ApiProblem): boolean {
  return faults.every(({ name }) => fieldOf(form, name) !== null);
}

function focusFirst(form: HTMLFormElement | null, { faults }: ApiProblem): void {
  faults
    .map(({ name }) => fieldOf(form, name))
    .find((field) => field !== null)
    ?.focus();
}
