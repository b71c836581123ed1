/** Tests that `fixpoint doctor` examines the versions of all deployments, which the server lists in pages. */
import { expect, test, vi } from 'vitest';
import { deploymentNames } from '#temporal/deployment-versions.ts';

test('the names of all pages are read, each page by the token of the one before', async () => {
  const pages = [['a', 'b'], [], ['c']];
  const listWorkerDeployments = vi.fn(async ({ nextPageToken }: { nextPageToken?: Uint8Array | null }) => {
    const at = nextPageToken?.[0] ?? 0;
    const isLast = at === pages.length - 1;
    const workerDeployments = (pages[at] ?? []).map((name) => ({ name }));
    return { workerDeployments, nextPageToken: isLast ? new Uint8Array(0) : Uint8Array.of(at + 1) };
  });
  const names = await Array.fromAsync(deploymentNames({ listWorkerDeployments }, 'default'));
  expect(names).toEqual(['a', 'b', 'c']);
  expect(listWorkerDeployments).toHaveBeenCalledTimes(3);
});
