/** Pages for missing addresses and for failures. */
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Link } from '#portal/ui/link.tsx';
import { Page } from '#portal/ui/page.tsx';
import { ProblemAlert } from '#portal/ui/problem.tsx';

interface FailureProps {
  readonly error: unknown;
}

export function NotFound() {
  return (
    <Alone>
      <Page title="There is no such page">
        <p>
          The address may be cut off or out of date. <Link to="/">Go to the first page</Link>
        </p>
      </Page>
    </Alone>
  );
}

/** Within the frame that pages have around them. */
export function Failure({ error }: FailureProps) {
  const router = useRouter();
  return <FailedPage error={error} retry={() => void router.invalidate()} />;
}

/** Shown in place of the frame. */
export function FailedFrame({ error }: FailureProps) {
  return (
    <Alone>
      <Failure error={error} />
    </Alone>
  );
}

export function FailedPage({ error, retry }: FailureProps & { readonly retry: () => void }) {
  return (
    <Page title="This page did not load">
      <ProblemAlert error={error} retry={retry} />
    </Page>
  );
}

/** A layout for pages without a frame. */
export function Alone({ children }: { readonly children: ReactNode }) {
  return <main style={{ padding: '2rem', maxWidth: '48rem', margin: '0 auto' }}>{children}</main>;
}
