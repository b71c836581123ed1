/** The page after the link of a mail has done its work. */
import type { ReactNode } from 'react';
import { Group, Text } from '#portal/ui/controls.ts';
import { LinkButton } from '#portal/ui/link.tsx';
import { Page } from '#portal/ui/page.tsx';

export function Done({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Page title={title}>
      <Text m={0}>{children}</Text>
      <Group>
        <LinkButton to="/login">Sign in</LinkButton>
      </Group>
    </Page>
  );
}
