/** The secret of an endpoint, shown this once. */
import { Text } from '#portal/ui/controls.ts';
import { SecretDialog } from '#portal/ui/secret-dialog.tsx';

interface EndpointSecretDialogProps {
  readonly secret: string;
  readonly onKept: () => void;
  /** True if an earlier secret also signs for a day. */
  readonly isRotation?: boolean;
}

export function EndpointSecretDialog({ secret, onKept, isRotation = false }: EndpointSecretDialogProps) {
  return (
    <SecretDialog
      title={isRotation ? 'The new signing secret' : 'The signing secret of the endpoint'}
      what="signing secret"
      secret={secret}
      setting={`WEBHOOK_SECRET=${secret}`}
      onKept={onKept}
    >
      <Text fz="sm">
        The receiver uses it to verify that a delivery comes from this service.
        {isRotation &&
          ' For 24 hours every delivery is signed with the old secret as well: replace it within that time.'}
      </Text>
    </SecretDialog>
  );
}
