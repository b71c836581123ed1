/** The layout of a page: its heading, which takes the focus, its sections, and its empty state. */
import { Box, Button as MantineButton, Group, Stack, Text, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { ApiProblem } from '#portal/api/problem.ts';
import { ProblemAlert } from './problem.tsx';
import { visible } from './words.tsx';

interface PageProps {
  readonly title: string;
  /** A sentence below the title. */
  readonly lead?: ReactNode;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The heading gets the focus, so that the keyboard and a screen reader begin where the page does. */
export function Page({ title: given, lead, actions, children }: PageProps) {
  // Names of strangers may be in it.
  const title = visible(given);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Fixpoint`;
    heading.current?.focus({ preventScroll: true });
  }, [title]);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" gap="md">
        <Box style={{ minWidth: 0, flex: '1 1 18rem' }}>
          <Title order={1} size="h2" ref={heading} tabIndex={-1} className="fx-foreign">
            {title}
          </Title>
          {lead !== undefined && (
            <Text c="dimmed" mt={4} component="div">
              {lead}
            </Text>
          )}
        </Box>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}

interface SectionProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page, named by its heading. */
export function Section({ title, lead, actions, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {actions}
      </Group>
      {lead !== undefined && (
        <Text c="dimmed" mb="sm" component="div">
          {lead}
        </Text>
      )}
      {children}
    </section>
  );
}

/** An explanation for an empty page. */
export function EmptyState({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <Box p="xl" style={{ border: '1px dashed var(--fx-line)', borderRadius: 8 }}>
      <Text fw={600}>{title}</Text>
      {children !== undefined && (
        <Box mt="xs" c="dimmed">
          {children}
        </Box>
      )}
    </Box>
  );
}

interface AnswerProps<Value> {
  readonly of: UseQueryResult<Value, ApiProblem>;
  /** The height of what is loaded, so that nothing jumps when it is there; pixels. */
  readonly height?: number;
  readonly children: (value: Value) => ReactNode;
}

/** An answer of the API once it is there: a skeleton before, and in its place what went wrong. */
export function Answer<Value>({ of: { data, error, isPending, refetch }, height = 160, children }: AnswerProps<Value>) {
  if (data !== undefined) return children(data);
  if (!isPending) return <ProblemAlert error={error} retry={() => void refetch()} />;
  return <Loading height={height} />;
}

/** A place for what is still on its way. */
export function Loading({ height }: { readonly height: number }) {
  return <div role="status" aria-label="Loading" className="fx-skeleton" style={{ height }} />;
}

/** "More", or the numbers of pages: lists with cursors go on, and go back by the browser's own way. */
export function NextPage({ hasMore, load, isLoading }: { hasMore: boolean; load: () => void; isLoading: boolean }) {
  if (!hasMore) return null;
  return (
    <Group justify="center">
      <MantineButton variant="default" onClick={load} loading={isLoading}>
        Show more
      </MantineButton>
    </Group>
  );
}
