/** Sending documents: many at a time, each with its progress and its outcome. */
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useRefusal } from '#portal/api/permission.ts';
import { refresh, useAnswer } from '#portal/api/queries.ts';
import { addressOf } from '#portal/api/send.ts';
import { Accordion, Button, Group, Stack, Text } from '#portal/ui/controls.ts';
import { CurlTwin } from '#portal/ui/code/code.tsx';
import { DropZone, PageDrop } from '#portal/ui/drop.tsx';
import { LinkButton } from '#portal/ui/link.tsx';
import { Page, Section } from '#portal/ui/page.tsx';
import { Banner } from '#portal/ui/tone.tsx';
import { countText, Foreign, Moment, numberText, sizeText } from '#portal/ui/words.tsx';
import { groupFailures } from './failure-groups.ts';
import { FailureList } from './failure-list.tsx';
import { type Dropped, filesOfDrop, type NamedFile } from './upload/dropped-files.ts';
import { FileButtons, usePastedFiles } from './upload/file-buttons.tsx';
import { mendingPage } from './upload/halting.ts';
import { changedOptions, DEFAULT_UPLOAD_OPTIONS, fieldsOf, type UploadOptions } from './upload/options.ts';
import { OptionsPanel } from './upload/options-panel.tsx';
import { UploadList } from './upload/upload-list.tsx';
import { countUploads, type Upload } from './upload/upload-state.ts';
import { UploadSummary } from './upload/upload-summary.tsx';
import { useBatchOfAddress } from './upload/use-batch-of-address.ts';
import { uploadStore, type Uploads, useUploads } from './upload/uploads.ts';

const route = getRouteApi('/members/documents/upload');

export function UploadPage() {
  const state = useUploads();
  const { batch } = route.useSearch();
  const isPartOfBatch = useBatchOfAddress(batch, state);
  const [options, setOptions] = useState<UploadOptions>(DEFAULT_UPLOAD_OPTIONS);
  const refusal = useRefusal('documents.write');
  const add = (files: readonly NamedFile[]) => {
    if (refusal === null) uploadStore.add(files, options);
  };
  const [unreadable, setUnreadable] = useState<readonly string[]>([]);
  const take = (dropped: Dropped) => {
    setUnreadable(dropped.unreadable);
    add(dropped.files);
  };
  const drop = (transfer: DataTransfer) => void filesOfDrop(transfer).then(take, reportError);
  usePastedFiles(add);
  return (
    <Page title="Send documents" lead={<Limits uploads={state.uploads} />}>
      <PageDrop words="Drop to send" onDrop={drop} />
      <DropZone label="Files to send" onDrop={drop}>
        <Stack gap="sm" align="center">
          <Text fw={600} fz="lg">
            Drop PDFs or folders here
          </Text>
          <FileButtons onFiles={add} isDisabled={refusal !== null} />
          <Text fz="sm" c="dimmed">
            {refusal ?? 'Pasting works too. More than one file makes a batch.'}
          </Text>
        </Stack>
      </DropZone>
      <Unreadable names={unreadable} />
      <Options options={options} onChange={setOptions} />
      <Halted state={state} />
      {state.uploads.length > 0 && <Files state={state} isPart={isPartOfBatch} />}
      <CurlTwin command={curlOf(options)} />
    </Page>
  );
}

function Limits({ uploads }: { readonly uploads: readonly Upload[] }) {
  const { data } = useAnswer('getQuota');
  const client = useQueryClient();
  const { unsent, following } = countUploads(uploads);
  const isBusy = unsent + following > 0;
  useEffect(() => {
    // Sent documents change the rest of the quota.
    if (!isBusy) void refresh(client, ['getQuota']);
  }, [isBusy, client]);
  useEffect(() => {
    if (data) uploadStore.limitTo(data.maxFileBytes);
  }, [data]);
  if (!data) return null;
  const left = `${numberText(data.remaining)} of ${numberText(data.limit)} documents are left`;
  return (
    <>
      {left} until <Moment at={data.resetsAt} />
      {data.overageAllowed ? '; extra documents are billed individually' : ''}. A file may have up to{' '}
      {sizeText(data.maxFileBytes)}. Documents that are rejected or fail are not charged.
    </>
  );
}

const NAMES_SHOWN = 5;

function Unreadable({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  const more = names.length - NAMES_SHOWN;
  return (
    <Banner
      tone="caution"
      title={`${countText(names.length, 'file or folder', 'files or folders')} could not be read`}
      isAlert
    >
      {names.slice(0, NAMES_SHOWN).map((name) => (
        <Text key={name}>
          <Foreign>{name}</Foreign>
        </Text>
      ))}
      {more > 0 && <Text>And {numberText(more)} more.</Text>}
      The other files were added. Your system does not let the browser read these.
    </Banner>
  );
}

function Options({ options, onChange }: { options: UploadOptions; onChange: (options: UploadOptions) => void }) {
  const changed = changedOptions(options);
  return (
    <Accordion variant="contained">
      <Accordion.Item value="options">
        <Accordion.Control>
          Options{' '}
          <Text span c="dimmed" fz="sm">
            {changed.length === 0 ? 'all as usual' : changed.join(' · ')}
          </Text>
        </Accordion.Control>
        <Accordion.Panel>
          <OptionsPanel options={options} onChange={onChange} />
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}

function Halted({ state: { halted } }: { readonly state: Uploads }) {
  if (halted === null) return null;
  const page = mendingPage(halted.code);
  return (
    <Banner tone="danger" title="Sending has stopped" isAlert>
      <Stack gap="xs" mt={4}>
        <Text>
          <Foreign>{halted.message}</Foreign>
        </Text>
        <Group gap="sm">
          {page !== null && (
            <LinkButton to={page.to} size="xs">
              {page.words}
            </LinkButton>
          )}
          <Button size="xs" variant={page === null ? 'filled' : 'default'} onClick={() => uploadStore.goOn()}>
            Continue sending
          </Button>
        </Group>
      </Stack>
    </Banner>
  );
}

function Files({ state: { uploads, batchId }, isPart }: { readonly state: Uploads; readonly isPart: boolean }) {
  const navigate = route.useNavigate();
  const lost = uploads.filter(({ state }) => state === 'lost').length;
  const isTooLarge = uploads.some(({ refusal }) => refusal?.code === 'file_too_large');
  // The address comes first, because a batch in it is loaded again.
  const startOver = () => navigate({ search: {}, replace: true }).then(() => uploadStore.clear());
  const isBusy = uploads.some(({ state }) => state === 'waiting' || state === 'sending');
  return (
    <Section
      title="Files"
      actions={
        <Group gap="xs">
          {batchId !== null && (
            <LinkButton to="/batches/$batchId" params={{ batchId }} variant="default" size="xs">
              Their batch
            </LinkButton>
          )}
          {isBusy ? (
            <Button variant="default" size="xs" onClick={() => uploadStore.cancelAll()}>
              Cancel what is not sent
            </Button>
          ) : (
            <Button variant="default" size="xs" onClick={() => void startOver()}>
              Clear the list
            </Button>
          )}
        </Group>
      }
    >
      <Stack gap="md">
        <UploadSummary uploads={uploads} />
        {isPart && <Text c="dimmed">The batch has more: the newest 100 of it are here.</Text>}
        {lost > 0 && (
          <Banner
            tone="caution"
            title={`${countText(lost, 'file was', 'files were')} not sent before this page was loaded again`}
          >
            Choose {lost === 1 ? 'it' : 'them'} again, by the same {lost === 1 ? 'name' : 'names'}: a page can only read
            files that you choose. Files that were already sent are not sent twice.
          </Banner>
        )}
        {isTooLarge && (
          <Banner tone="caution" title="Some files are larger than your plan allows">
            <LinkButton to="/billing" size="xs" variant="default" mt="xs">
              Plans with larger files
            </LinkButton>
          </Banner>
        )}
        <FailureList
          groups={groupFailures(failedOf(uploads))}
          sendAgain={({ ids }, { change }) => uploadStore.retryWith(ids, change)}
        />
        <UploadList uploads={uploads} />
      </Stack>
    </Section>
  );
}

function failedOf(uploads: readonly Upload[]) {
  return uploads.flatMap(({ id, outcome }) => {
    if (outcome === null || outcome.status === 'SUCCESS') return [];
    const { failureCode, reason, message } = outcome;
    return [{ id, failureCode, reason, message }];
  });
}

function curlOf(options: UploadOptions): string {
  const fields = fieldsOf(options).map(([name, value]) => ` \\\n  -F ${name}=${value}`);
  return `curl --fail-with-body -sS ${addressOf('api/normalize')} -H "X-Api-Key: $KEY" \\\n  -F file=@document.pdf${fields.join('')}`;
}
