/** The comparison of two documents. The page shows the price before, and the service stores nothing. */
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useRefusal } from '#portal/api/permission.ts';
import { downloadAs } from '#portal/api/download.ts';
import { refresh, useAnswer } from '#portal/api/queries.ts';
import { randomId } from '#portal/api/random-id.ts';
import { addressOf } from '#portal/api/send.ts';
import { isUuid } from '#portal/app/search.ts';
import { ActionButton } from '#portal/ui/action-button.tsx';
import { Button, Group, SimpleGrid, Switch, Text } from '#portal/ui/controls.ts';
import { CurlTwin } from '#portal/ui/code/code.tsx';
import { PrintIcon } from '#portal/ui/icons.ts';
import { LinkButton } from '#portal/ui/link.tsx';
import { Page } from '#portal/ui/page.tsx';
import { ProblemAlert } from '#portal/ui/problem.tsx';
import { countText, numberText } from '#portal/ui/words.tsx';
import { ComparisonResult } from './comparison-result.tsx';
import { type Compared, type Pair, printComparison, runComparison } from './run-comparison.ts';
import { type Chosen, Side } from './side.tsx';

const route = getRouteApi('/members/compare');

export function ComparePage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const refusal = useRefusal('documents.write');
  const [files, setFiles] = useState<{ readonly a?: File | undefined; readonly b?: File | undefined }>({});
  const [isRequested, setRequested] = useState(false);
  const { compared, error, isBusy, isPrinting, compare, print, forget } = useComparison();
  const sides = { a: chosenOf(files.a, search.a), b: chosenOf(files.b, search.b) };
  const choose = (side: 'a' | 'b') => (chosen: Chosen | null) => {
    forget();
    setFiles({ ...files, [side]: chosen?.kind === 'file' ? chosen.file : undefined });
    const id = chosen?.kind === 'submission' ? chosen.submissionId : undefined;
    void navigate({ search: { ...search, [side]: id }, replace: true });
  };
  const areKept = sides.a?.kind === 'submission' && sides.b?.kind === 'submission';
  const normalizeFirst = isRequested && !areKept;
  const pair = sides.a !== null && sides.b !== null ? { a: sides.a, b: sides.b, normalizeFirst } : null;
  return (
    <Page
      title="Compare"
      lead="See what differs between two documents: pages and their words, metadata, forms, annotations, security and fonts. A comparison stores nothing."
      actions={
        <LinkButton to="/documents" variant="default">
          Choose two stored documents
        </LinkButton>
      }
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Side title="Before" chosen={sides.a} onChoose={choose('a')} />
        <Side title="After" chosen={sides.b} onChoose={choose('b')} />
      </SimpleGrid>
      <Switch
        label="Normalize both first"
        description={
          areKept
            ? 'Both are canonical already.'
            : 'Ignore differences that only the saving program caused. This costs two documents of your plan instead of one.'
        }
        disabled={areKept}
        checked={normalizeFirst}
        onChange={(event) => {
          forget();
          setRequested(event.currentTarget.checked);
        }}
      />
      <Group gap="md">
        <ActionButton
          refusal={refusal ?? (pair === null ? 'Choose two documents first.' : null)}
          loading={isBusy}
          onClick={() => pair && compare(pair)}
        >
          Compare
        </ActionButton>
        <Cost units={normalizeFirst ? 2 : 1} />
      </Group>
      <ProblemAlert error={error} />
      {compared !== null && (
        <ComparisonResult
          compared={compared}
          printing={
            <Button
              variant="default"
              size="xs"
              leftSection={<PrintIcon size={16} aria-hidden />}
              loading={isPrinting}
              onClick={() => pair && print(pair)}
            >
              Print report (PDF)
            </Button>
          }
        />
      )}
      <CurlTwin command={curlOf(normalizeFirst)} />
    </Page>
  );
}

function Cost({ units }: { readonly units: number }) {
  const { data } = useAnswer('getQuota');
  const left = data ? ` ${numberText(data.remaining)} of ${numberText(data.limit)} are left.` : '';
  return (
    <Text fz="sm" c="dimmed">
      It costs {countText(units, 'document')} of your plan, and nothing if there is no result.{left}
    </Text>
  );
}

function chosenOf(file: File | undefined, id: string | undefined): Chosen | null {
  if (file) return { kind: 'file', file };
  return id !== undefined && isUuid(id) ? { kind: 'submission', submissionId: id } : null;
}

function useComparison() {
  const client = useQueryClient();
  const [compared, setCompared] = useState<Compared | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const [isPrinting, setPrinting] = useState(false);
  const controller = useRef<AbortController | null>(null);
  /** Asked for again, the same pair is not charged again. */
  const key = useRef<string | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const compare = async (pair: Pair) => {
    const { signal } = (controller.current = new AbortController());
    key.current ??= randomId();
    setCompared(null);
    setError(null);
    setBusy(true);
    try {
      setCompared(await runComparison(pair, key.current, signal));
    } catch (failure) {
      if (!signal.aborted) setError(failure);
    } finally {
      if (controller.current?.signal === signal) setBusy(false);
      await refresh(client, ['getQuota', 'getStats']);
    }
  };
  /** Under the key of the report: the same pair, and not charged again. */
  const print = async (pair: Pair) => {
    const { signal } = (controller.current = new AbortController());
    key.current ??= randomId();
    setError(null);
    setPrinting(true);
    try {
      await downloadAs('comparison.pdf', await printComparison(pair, key.current, signal));
    } catch (failure) {
      if (!signal.aborted) setError(failure);
    } finally {
      if (controller.current?.signal === signal) setPrinting(false);
    }
  };
  const forget = () => {
    controller.current?.abort();
    key.current = null;
    setCompared(null);
    setError(null);
    setBusy(false);
    setPrinting(false);
  };
  return {
    compared,
    error,
    isBusy,
    isPrinting,
    forget,
    compare: (pair: Pair) => void compare(pair),
    print: (pair: Pair) => void print(pair),
  };
}

function curlOf(normalizeFirst: boolean): string {
  const requested = normalizeFirst ? ' -F normalize_first=true' : '';
  return `curl --fail-with-body -sS ${addressOf('api/compare')} -H "X-Api-Key: $KEY" \\\n  -F file_a=@before.pdf -F file_b=@after.pdf${requested}`;
}
