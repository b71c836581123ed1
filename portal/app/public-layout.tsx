/** The frame of pages for everybody: the name, and one calm column. */
import { Outlet } from '@tanstack/react-router';
import { addressOf } from '#portal/api/send.ts';
import { Anchor, Box, Paper } from '#portal/ui/controls.ts';

export function PublicLayout() {
  return (
    <Box style={{ minHeight: '100dvh', display: 'grid', gridTemplateRows: 'auto 1fr', justifyItems: 'center' }} p="md">
      <header style={{ width: '100%', maxWidth: '28rem', paddingBlock: '1.5rem' }}>
        <Anchor href={addressOf('')} fw={700} fz="lg" c="inherit" underline="hover">
          Fixpoint
        </Anchor>
      </header>
      <main style={{ width: '100%', maxWidth: '28rem' }}>
        <Paper withBorder p="xl" radius="md">
          <Outlet />
        </Paper>
      </main>
    </Box>
  );
}
