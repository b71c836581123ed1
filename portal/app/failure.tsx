/** What is shown where a page is missing or has failed. */
import { useRouter } from '@tanstack/react-router';
import { Link } from '#portal/ui/link.tsx';
import { Page } from '#portal/ui/page.tsx';
import { ProblemAlert } from '#portal/ui/problem.tsx';

export function NotFound() {
  return (
    <main style={{ padding: '2rem', maxWidth: '48rem', margin: '0 auto' }}>
      <Page title="There is no such page">
        <p>
          The address may be cut off or out of date. <Link to="/">To the first page</Link>
        </p>
      </Page>
    </main>
  );
}

export function Failure({ error }: { readonly error: unknown }) {
  const router = useRouter();
  return <FailedPage error={error} retry={() => void router.invalidate()} />;
}

export function FailedPage({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  return (
    <main style={{ padding: '2rem', maxWidth: '48rem', margin: '0 auto' }}>
      <Page title="This page did not load">
        <ProblemAlert error={error} retry={retry} />
      </Page>
    </main>
  );
}
