/** Findings as people read them: what it is, the service's own words, and where more is written. */
import type { ReactNode } from 'react';
import { addressOf } from '#portal/api/send.ts';
import { Anchor, Stack, Text } from '#portal/ui/controls.ts';
import { Tag } from '#portal/ui/tone.tsx';
import { visible } from '#portal/ui/words.tsx';
import { causeOf, type Finding } from './findings.ts';

const LIST = { listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: '1rem' } as const;

export function FindingList({ findings, label }: { readonly findings: readonly Finding[]; readonly label: string }) {
  if (findings.length === 0) return null;
  return (
    <ul style={LIST} aria-label={label}>
      {findings.map((finding) => (
        <li key={finding.code}>
          <Stack gap={2}>
            <Text fw={600}>{finding.title}</Text>
            <Words>{finding.message}</Words>
            {causeOf(finding.code) !== null && (
              <Text size="sm" c="dimmed">
                {causeOf(finding.code)} <CodeLink code={finding.code} />
              </Text>
            )}
          </Stack>
        </li>
      ))}
    </ul>
  );
}

export function CodeLink({ code }: { readonly code: string }) {
  return (
    <Anchor href={addressOf(`codes/${encodeURIComponent(code)}`)} inherit underline="always">
      {code}
    </Anchor>
  );
}

const SHOWN = 600;

/** Names of strangers are in it: text in its own direction, broken anywhere, and no longer than one can read. */
function Words({ children }: { readonly children: string }) {
  const isLong = children.length > SHOWN;
  return (
    <Text component="div" className="fx-foreign">
      <bdi>{visible(isLong ? `${children.slice(0, SHOWN).toWellFormed()}…` : children)}</bdi>
      {isLong && (
        <details>
          <summary>All details</summary>
          <bdi>{visible(children)}</bdi>
        </details>
      )}
    </Text>
  );
}

export function Kinds({ kinds }: { readonly kinds: readonly string[] }) {
  return (
    <ul style={{ ...LIST, display: 'flex', flexWrap: 'wrap', gap: '0.4rem' }}>
      {kinds.map((kind) => (
        <li key={kind}>
          <Tag tone="info" symbol="info">
            {kind}
          </Tag>
        </li>
      ))}
    </ul>
  );
}

/** The words for an empty list, of an examined and of an unexamined part. */
export function Nothing({ children }: { readonly children: ReactNode }) {
  return <Text c="dimmed">{children}</Text>;
}
