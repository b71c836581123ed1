/** The versions of the service, which a client stores beside a hash to reproduce it years later. */
import { API_VERSION, PIPELINE_SPEC } from '#domain/pipeline.ts';
import { anyone } from '#api/auth/access.ts';
import { endpoint, feature } from '#api/define-endpoint.ts';
import { answer } from '#api/operation.ts';
import { Version } from '#src/contract/health.ts';
import { programVersion } from '#src/program-version.ts';

const version = programVersion();

export const versionFeature = feature(
  () => null,
  [
    endpoint({
      method: 'get',
      path: '/version',
      id: 'getVersion',
      tag: 'Service',
      summary: 'Lists the versions of the API',
      access: anyone,
      query: 'ignored',
      answers: [answer(200, 'The versions.', Version)],
      handle: () => ({ version, apiVersion: API_VERSION, pipelineSpec: PIPELINE_SPEC }),
    }),
  ],
);
