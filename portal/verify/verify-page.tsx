/** Verifies what anybody drops, in the tab: nothing is sent, and the one thing that is asked for are public keys. */
import { type ReactNode, useEffect, useState } from 'react';
import { randomId } from '#portal/api/random-id.ts';
import { addressOf } from '#portal/api/send.ts';
import { Anchor, Box, Button, Checkbox, Group, Stack, Text } from '#portal/ui/controls.ts';
import { Copyable } from '#portal/ui/copy.tsx';
import { Page, Section } from '#portal/ui/page.tsx';
import { SchemeButton } from '#portal/ui/shell/scheme-button.tsx';
import { Banner } from '#portal/ui/tone.tsx';
import { Facts, Foreign } from '#portal/ui/words.tsx';
import { check } from '#src/proof/evidence/check.ts';
import { readDropped } from '#src/proof/evidence/given.ts';
import type { Statement } from '#src/proof/evidence/statements.ts';
import type { Attested } from '#src/proof/verify/attested.ts';
import { BROKEN_OFF, type Verdict } from '#src/proof/evidence/verdict.ts';
import { CheckList, VerdictBanner } from './check-list.tsx';
import { DropArea } from './drop-area.tsx';
import { type Dropped, GivenTable } from './given-table.tsx';
import { type PublishedKeys, usePublishedKeys } from './published-keys.ts';
import { loadTimestamps } from './timestamp-verifier.ts';

const LEAD =
  'Drop a canonical PDF and its attestation or certificate, or the evidence, as one ZIP file or as its unpacked files. Everything is computed in this tab: no file leaves it.';

export function VerifyPage() {
  const keys = usePublishedKeys();
  const [dropped, setDropped] = useState<readonly Dropped[]>([]);
  const [reading, setReading] = useState(0);
  const [comparedKid, setComparedKid] = useState<string | null>(null);
  const verdict = useVerdict(dropped, keys, comparedKid);

  const add = async (files: readonly File[]) => {
    setReading((count) => count + files.length);
    for (const file of files) {
      const given = await readDropped(file);
      setDropped((before) => [...before, { id: randomId(), name: file.name, given }]);
      setReading((count) => count - 1);
    }
  };
  const startOver = () => {
    setDropped([]);
    setComparedKid(null);
  };

  return (
    <Frame>
      <Page title="Verify a document" lead={LEAD}>
        {isSecureContext ? <DropArea onFiles={(files) => void add(files)} isReading={reading > 0} /> : <NotHere />}
        <KeysLine keys={keys} />
        <div aria-live="polite">{verdict && <VerdictBanner verdict={verdict} />}</div>
        {verdict && <CheckList checks={verdict.checks} />}
        {verdict?.statement && <KeyComparison {...{ statement: verdict.statement, comparedKid, setComparedKid }} />}
        {verdict?.statement && <Attested statement={verdict.statement} />}
        {dropped.length > 0 && (
          <Section title="Dropped files" actions={<StartOver onClick={startOver} />}>
            <GivenTable
              dropped={dropped}
              remove={(id) => setDropped((before) => before.filter((one) => one.id !== id))}
            />
          </Section>
        )}
        <Meaning />
      </Page>
    </Frame>
  );
}

function Frame({ children }: { readonly children: ReactNode }) {
  return (
    <Box px="md" pb="xl" mx="auto" maw="56rem">
      <Group component="header" justify="space-between" py="lg" className="fx-no-print">
        <Anchor href={addressOf('')} fw={700} fz="lg" c="inherit">
          Fixpoint
        </Anchor>
        <SchemeButton />
      </Group>
      <main>{children}</main>
    </Box>
  );
}

/** Browsers compute hashes and check signatures for pages alone that nobody on the way could have changed. */
function NotHere() {
  return (
    <Banner tone="danger" symbol="alert" title="This page cannot verify anything" isAlert>
      This page came over plain HTTP from another machine, and browsers check no signature for such a page. Open it over
      HTTPS.
    </Banner>
  );
}

function StartOver({ onClick }: { readonly onClick: () => void }) {
  return (
    <Button variant="default" size="compact-sm" onClick={onClick}>
      Start over
    </Button>
  );
}

/** What is checked again with everything that is added; null while nothing was. */
function useVerdict(dropped: readonly Dropped[], { published }: PublishedKeys, comparedKid: string | null) {
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  useEffect(() => {
    let isOutdated = false;
    const given = dropped.flatMap((one) => one.given);
    const trust = { published, publisher: 'service', comparedKid, now: new Date(), loadTimestamps } as const;
    const checked = dropped.length === 0 ? Promise.resolve(null) : check(given, trust);
    const become = (value: Verdict | null) => {
      if (!isOutdated) setVerdict(value);
    };
    checked.then(become, (error: unknown) => {
      become(BROKEN_OFF);
      reportError(error);
    });
    return () => void (isOutdated = true);
  }, [dropped, published, comparedKid]);
  return verdict;
}

function KeysLine({ keys: { state, count, retry } }: { readonly keys: PublishedKeys }) {
  const words = {
    asking: 'Asking this service for its public keys…',
    known: `The public keys of this service are loaded (${count}). This tab now needs no network.`,
    absent: 'The public keys of this service could not be loaded. Drop the key set of the service that signed.',
  };
  return (
    <Group gap="sm" role="status">
      <Text size="sm" c="dimmed">
        {words[state]}
      </Text>
      {state === 'absent' && (
        <Button variant="default" size="compact-sm" onClick={retry}>
          Ask again
        </Button>
      )}
    </Group>
  );
}

interface ComparisonProps {
  readonly statement: Statement;
  readonly comparedKid: string | null;
  readonly setComparedKid: (kid: string | null) => void;
}

/** A key that came with the files says nothing of who signed, until somebody has compared its name. */
function KeyComparison({ statement: { source, kid, reason }, comparedKid, setComparedKid }: ComparisonProps) {
  if (reason !== null || (source !== 'file' && source !== 'archive')) return null;
  return (
    <Banner tone="info" title="Whose key is it?">
      <Stack gap="xs">
        <Text component="p" m={0}>
          The key came with the files. Its id is computed from the key itself. Compare it with the id that you got from
          the service that signed, or that this service shows at <code>/.well-known/attestation-keys.json</code>.
        </Text>
        <Copyable value={kid} what="the name of the key" />
        <Checkbox
          label="I have compared this id with one that I got from the service itself"
          checked={comparedKid === kid}
          onChange={(event) => setComparedKid(event.currentTarget.checked ? kid : null)}
        />
      </Stack>
    </Banner>
  );
}

function Attested({ statement }: { readonly statement: Statement }) {
  const { reason, issuer, issuedAt, originalSha256, normalizedSha256, contentHash, kid, attested } = statement;
  return (
    <Section title={reason === null ? 'Attested facts' : 'Statement, not verified'}>
      <Facts
        rows={[
          ['By', <Foreign key="by">{issuer}</Foreign>],
          ['At', <Foreign key="at">{issuedAt}</Foreign>],
          ['Key', <Foreign key="key">{kid}</Foreign>],
          ['SHA-256 of the original', <Foreign key="original">{originalSha256}</Foreign>],
          [
            'SHA-256 of the canonical PDF',
            normalizedSha256 === '' ? 'none: no output' : <Foreign key="normalized">{normalizedSha256}</Foreign>,
          ],
          ['Content hash', contentHash === '' ? 'none' : <Foreign key="content">{contentHash}</Foreign>],
          ['Verdict on the original', <Foreign key="verdict">{verdictWords(attested)}</Foreign>],
          ['SHA-256 of the facts', <Foreign key="facts">{attested.facts?.sha256 ?? 'none'}</Foreign>],
        ]}
      />
    </Section>
  );
}

function verdictWords({ verdict }: Attested): string {
  return verdict ? `${verdict.kind} (${verdict.level})` : 'not signed in it';
}

function Meaning() {
  return (
    <Section title="Meaning of the proof">
      <Stack gap="xs" c="dimmed" maw="44rem">
        <Text component="p" m={0}>
          The proof shows that a PDF is, byte for byte, the one that a service attested. It names the original, the
          time, and the verdict of the service on that original. This page does not prove that the content is true. The
          colour above is the worse of proof and verdict.
        </Text>
        <Text component="p" m={0}>
          The page recognizes files by their content, in any order and with any name. You can also drop a key set of
          another service. To check without this page, use <code>verify.py</code> in the evidence, <code>openssl</code>{' '}
          or any JOSE library.
        </Text>
      </Stack>
    </Section>
  );
}
