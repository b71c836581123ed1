/**
 * The versions of a deployment. Temporal keeps a limited number of them, and refuses a new one beyond that. It does not forget
 * each version that has drained, so the workers delete these versions themselves.
 */
import { type Client, isGrpcServiceError } from '@temporalio/client';
import proto from '@temporalio/proto';
import { withDeadline } from './client/deadline.ts';

/** `matching.maxVersionsInDeployment` of a server without a setting of its own. */
export const USUAL_MOST_VERSIONS = 100;

export interface DeploymentVersion {
  readonly buildId: string;
  /** Nothing is under way with it, and nothing new begins with it. */
  readonly isUnused: boolean;
}

const { WORKER_DEPLOYMENT_VERSION_STATUS_DRAINED, WORKER_DEPLOYMENT_VERSION_STATUS_INACTIVE } =
  proto.temporal.api.enums.v1.WorkerDeploymentVersionStatus;
const UNUSED: readonly unknown[] = [
  WORKER_DEPLOYMENT_VERSION_STATUS_DRAINED,
  WORKER_DEPLOYMENT_VERSION_STATUS_INACTIVE,
];
/** Values of `google.rpc.Code`. */
const NOT_FOUND = 5;
const FAILED_PRECONDITION = 9;

/** Answers none for a deployment that is not there yet. The server refuses to answer for a moment while it changes one. */
export async function deploymentVersions(client: Client, deploymentName: string): Promise<DeploymentVersion[]> {
  const request = { namespace: client.options.namespace, deploymentName };
  const answer = await withDeadline(client, () => client.workflowService.describeWorkerDeployment(request)).catch(
    unless(NOT_FOUND),
  );
  const summaries = answer?.workerDeploymentInfo?.versionSummaries ?? [];
  return summaries.map(({ deploymentVersion, status }) => ({
    buildId: deploymentVersion?.buildId ?? '',
    isUnused: UNUSED.includes(status),
  }));
}

type ListRequest = proto.temporal.api.workflowservice.v1.IListWorkerDeploymentsRequest;
type ListResponse = proto.temporal.api.workflowservice.v1.IListWorkerDeploymentsResponse;

interface Deployments {
  listWorkerDeployments(request: ListRequest): Promise<ListResponse>;
}

const PAGE_SIZE = 100;

/** The server answers in pages, of which each but the last has a token of the next one. */
export async function* deploymentNames(service: Deployments, namespace: string): AsyncGenerator<string> {
  let nextPageToken: Uint8Array | null = null;
  do {
    const page: ListResponse = await service.listWorkerDeployments({ namespace, pageSize: PAGE_SIZE, nextPageToken });
    for (const { name } of page.workerDeployments ?? []) if (name) yield name;
    nextPageToken = page.nextPageToken ?? null;
  } while (nextPageToken !== null && nextPageToken.length > 0);
}

/**
 * Deletes the versions that are not used any more and have no live worker. Answers how many versions are left. The server
 * refuses to delete a version whose workers have polled within the last minutes: a later call deletes it.
 */
export async function deleteUnusedVersions(
  client: Client,
  deploymentName: string,
  live: ReadonlySet<string>,
): Promise<number> {
  const versions = await deploymentVersions(client, deploymentName);
  let left = versions.length;
  for (const { buildId } of versions.filter((version) => version.isUnused && !live.has(version.buildId))) {
    const { namespace, identity } = client.options;
    const request = { namespace, identity, deploymentVersion: { deploymentName, buildId } };
    const deleted = await withDeadline(client, () =>
      client.workflowService.deleteWorkerDeploymentVersion(request),
    ).catch(unless(NOT_FOUND, FAILED_PRECONDITION));
    if (deleted !== null) left -= 1;
  }
  return left;
}

/** Answers null in the place of an error of these codes. */
function unless(...codes: readonly number[]) {
  return (error: unknown): null => {
    if (isGrpcServiceError(error) && codes.includes(error.code)) return null;
    throw error;
  };
}
