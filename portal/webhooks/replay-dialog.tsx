/** Sends failed deliveries again after a confirmation, and shows the result. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#portal/api/call.ts';
import { curlOf } from '#portal/api/curl.ts';
import { refresh } from '#portal/api/queries.ts';
import { Button, Group, Progress, Stack, Text } from '#portal/ui/controls.ts';
import { CurlTwin } from '#portal/ui/code/code.tsx';
import { Dialog } from '#portal/ui/dialog.tsx';
import { Banner } from '#portal/ui/tone.tsx';
import { countText, Foreign } from '#portal/ui/words.tsx';
import { type Replayed, replayEach } from './replay.ts';

interface ReplayDialogProps {
  readonly ids: readonly string[];
  readonly onClose: () => void;
}

export function ReplayDialog({ ids, onClose }: ReplayDialogProps) {
  const client = useQueryClient();
  const [done, setDone] = useState<number | null>(null);
  const [replayed, setReplayed] = useState<Replayed | null>(null);
  const isBusy = done !== null && replayed === null;
  const send = async () => {
    setDone(0);
    setReplayed(await replayEach(ids, (eventId) => call('replayDelivery', { eventId }), setDone));
  };
  // The list is read again only now: the dialog is of those that were in it.
  const close = () => {
    if (isBusy) return;
    onClose();
    if (replayed) void refresh(client, ['listDeadDeliveries', 'listDeliveries']);
  };
  return (
    <Dialog title="Send again" isOpen onClose={close}>
      <Stack gap="md">
        {replayed === null ? (
          <>
            <Text>
              {countText(ids.length, 'delivery goes', 'deliveries go')} to the receivers again, each with the id and the
              body it had and a new timestamp, with ten attempts before it. A receiver that remembers ids does nothing
              twice.
            </Text>
            {done !== null && (
              <Progress value={(100 * done) / ids.length} aria-label={`${done} of ${ids.length} are queued`} />
            )}
            <CurlTwin command={curlOf('replayDelivery', { eventId: ids[0] ?? '' })} />
          </>
        ) : (
          <Outcome of={replayed} />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close} disabled={isBusy}>
            {replayed === null ? 'Keep everything as it is' : 'Close'}
          </Button>
          {replayed === null && (
            <Button onClick={() => void send()} loading={isBusy}>
              Send {countText(ids.length, 'delivery', 'deliveries')} again
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

function Outcome({ of: { queued, refused } }: { readonly of: Replayed }) {
  return (
    <>
      {queued > 0 && (
        <Banner tone="good" title={`${countText(queued, 'delivery is', 'deliveries are')} sent again soon`} isAlert>
          The log of each endpoint shows the result.
        </Banner>
      )}
      {[...refused].map(([words, count]) => (
        <Banner key={words} tone="danger" symbol="alert" title={`${countText(count, 'was', 'were')} refused`} isAlert>
          <Foreign>{words}</Foreign>
        </Banner>
      ))}
    </>
  );
}
