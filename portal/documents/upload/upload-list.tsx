/** The files one below the other. A long list shows its first files, and all files on request. */
import { useState } from 'react';
import { Button, Group, Switch } from '#portal/ui/controls.ts';
import { numberText } from '#portal/ui/words.tsx';
import { UploadRow } from './upload-row.tsx';
import { isStopped, type Upload } from './upload-state.ts';

const SHOWN = 100;

export function UploadList({ uploads }: { readonly uploads: readonly Upload[] }) {
  const [isNarrowed, setNarrowed] = useState(false);
  const [isWhole, setWhole] = useState(false);
  const attention = uploads.filter(needsAttention);
  const chosen = isNarrowed ? attention : uploads;
  const shown = isWhole ? chosen : chosen.slice(0, SHOWN);
  return (
    <>
      {attention.length > 0 && (
        <Switch
          label="Only rejected and failed files"
          checked={isNarrowed}
          onChange={(event) => setNarrowed(event.currentTarget.checked)}
          mb="xs"
        />
      )}
      <ul className="fx-rows" aria-label="Files">
        {shown.map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
      </ul>
      {shown.length < chosen.length && (
        <Group justify="center" mt="md">
          <Button variant="default" onClick={() => setWhole(true)}>
            Show all {numberText(chosen.length)}
          </Button>
        </Group>
      )}
    </>
  );
}

function needsAttention(upload: Upload): boolean {
  return isStopped(upload) || upload.outcome?.status === 'FAILED' || upload.outcome?.status === 'REJECTED';
}
