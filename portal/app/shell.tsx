/** The frame of pages for signed-in members: navigation, organization, colour scheme, shortcuts. */
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { addressOf } from '#portal/api/send.ts';
import { useAnswer, useSignIn } from '#portal/api/queries.ts';
import { signOut } from '#portal/api/session.ts';
import { hasUploads, subscribe } from '#portal/documents/upload/presence.ts';
import { mayDo } from '#domain/accounts/permissions.ts';
import { AppFrame } from '#portal/ui/shell/app-frame.tsx';
import { Anchor, Button, Group, Stack, Text } from '#portal/ui/controls.ts';
import { SignOutIcon } from '#portal/ui/icons.ts';
import { lazyPart } from '#portal/ui/lazy/part.tsx';
import { LinkOfNavigation } from '#portal/ui/shell/navigation-link.tsx';
import { SchemeButton } from '#portal/ui/shell/scheme-button.tsx';
import { Foreign } from '#portal/ui/words.tsx';
import { useLeaving, useLeavingWithOtherTabs } from './leaving.ts';
import { PLACES } from './navigation.ts';
import { Notices } from './notices.tsx';
import { Palette } from './palette.tsx';
import { queries } from './query-client.ts';
import { Shortcuts } from './shortcuts.tsx';
import { StepUpDialog } from './step-up-dialog.tsx';

// Most visits send nothing.
const UploadTray = lazyPart(async () => (await import('#portal/documents/upload/tray.tsx')).UploadTray);

export function Shell() {
  return (
    <QueryClientProvider client={queries}>
      <Frame />
      <StepUpDialog />
      <Uploads />
    </QueryClientProvider>
  );
}

/** A page that takes long to be loaded is on its way; one that does not shows nothing of it. */
function Going() {
  const isGoing = useRouterState({ select: ({ isLoading }) => isLoading });
  return isGoing && <div className="fx-going" aria-hidden />;
}

function Uploads() {
  const areThere = useSyncExternalStore(subscribe, hasUploads);
  return areThere && <UploadTray />;
}

function Frame() {
  const { user, organization } = useSignIn();
  const { data } = useAnswer('getOrganization');
  const places = PLACES.filter(({ action }) => mayDo(organization.role, action));
  const leave = useLeaving();
  useLeavingWithOtherTabs();
  const end = async () => {
    await signOut();
    await leave();
  };
  return (
    <AppFrame
      title={
        <Text fw={650} truncate>
          <Foreign>{data?.name ?? organization.slug}</Foreign>
        </Text>
      }
      tools={
        <Group gap="xs" wrap="nowrap">
          <Palette places={places} />
          <SchemeButton />
        </Group>
      }
      navigation={(close) => (
        <Stack gap={2}>
          {places.map(({ to, label, icon: Icon }) => (
            <LinkOfNavigation
              key={to}
              to={to}
              label={label}
              leftSection={<Icon size={18} aria-hidden />}
              activeOptions={{ exact: to === '/' }}
              activeProps={{ active: true, 'aria-current': 'page' }}
              onClick={close}
            />
          ))}
        </Stack>
      )}
      foot={
        <Stack gap="xs">
          <Text fz="sm" c="dimmed" component="div">
            <Foreign>{user.email}</Foreign>
            <div>{organization.role}</div>
          </Text>
          <Group gap="sm">
            <Anchor href={addressOf('openapi.json')} fz="sm">
              API
            </Anchor>
            <Anchor href={addressOf('verify')} fz="sm">
              Verify
            </Anchor>
          </Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<SignOutIcon size={16} aria-hidden />}
            onClick={() => void end()}
          >
            Sign out
          </Button>
        </Stack>
      }
    >
      <Going />
      <Shortcuts places={places} />
      <Notices />
      <Outlet />
    </AppFrame>
  );
}
