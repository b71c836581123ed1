/** Making a batch before there is a document in it. */
import { useNavigate } from '@tanstack/react-router';
import type { Input } from '#portal/api/answers.ts';
import { useAction } from '#portal/api/queries.ts';
import { addressOf } from '#portal/api/send.ts';
import { TextInput } from '#portal/ui/controls.ts';
import { CurlTwin } from '#portal/ui/code/code.tsx';
import { Dialog } from '#portal/ui/dialog.tsx';
import { Form } from '#portal/ui/form.tsx';

export function NewBatchDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const navigate = useNavigate();
  const create = useAction('createBatch', ['listBatches']);
  const act = async (values: Readonly<Record<string, string>>) => {
    const { batchId } = await create.mutateAsync(inputOf(values));
    onClose();
    await navigate({ to: '/batches/$batchId', params: { batchId } });
  };
  return (
    <Dialog title="New batch" isOpen={isOpen} onClose={onClose}>
      <Form action="Create the batch" act={act}>
        {({ faultOf }) => (
          <>
            <TextInput
              name="name"
              label="Name"
              description="If empty, the service chooses a name."
              error={faultOf('name')}
              maxLength={255}
              data-autofocus
            />
            <TextInput
              name="expected_total"
              label="Expected number of documents"
              description="The batch is complete when this number is reached. Leave it empty if you do not know."
              error={faultOf('expected_total')}
              inputMode="numeric"
            />
            <TextInput
              name="webhook_url"
              label="Address to notify when it is complete"
              description="An HTTPS address. It receives the signed event batch.completed."
              error={faultOf('webhook_url')}
              type="url"
            />
            <TextInput
              name="client_reference"
              label="Your reference"
              description="The id of your own record."
              error={faultOf('client_reference')}
              maxLength={255}
            />
          </>
        )}
      </Form>
      <CurlTwin
        command={`curl --fail-with-body -sS ${addressOf('api/batches')} -H "X-Api-Key: $KEY" \\\n  --json '{"name":"November invoices","expected_total":2}'`}
      />
    </Dialog>
  );
}

/** Fields that were left empty are not sent. */
function inputOf(values: Readonly<Record<string, string>>): Input<'createBatch'> {
  const given = (name: string) => values[name]?.trim() || undefined;
  const expected = given('expected_total');
  return {
    name: given('name'),
    webhookUrl: given('webhook_url'),
    clientReference: given('client_reference'),
    expectedTotal: expected === undefined ? undefined : numberOrText(expected),
  };
}

/** Sends a text that is no number unchanged, so that the service names the fault. */
function numberOrText(text: string) {
  const number = Number(text);
  return JSON.parse(JSON.stringify(Number.isNaN(number) ? text : number));
}
