/** The JSON-LD context behind `@context`: a meaning for every term of an attestation, so that expansion drops none. */
import { CONTEXT_PATH } from '#domain/attestation.ts';

const XSD = 'http://www.w3.org/2001/XMLSchema#';

const TEXT = ['version', 'attestationId', 'name', 'publicKeyId', 'originalSha256', 'normalizedSha256', 'contentHash'];
const VERDICT_AND_FACTS = ['verdict', 'kind', 'level', 'facts', 'submissionId', 'sha256'];
const PROCESSING = ['toolchainVersion', 'engineVersion', 'pipelineSpec', 'dockerImageDigest', 'parserIsolation'];
const SIGNATURE = ['algorithm', 'value', 'timestamp'];
const NUMBERS = ['originalSizeBytes', 'normalizedSizeBytes', 'processingTimeMs', 'healthScore', 'warningCount'];
const NODES = ['issuer', 'subject', 'processing', 'findings', 'signature', 'NormalizationAttestation'];
const LINKS = ['url', 'publicKeyCertificate'];
const SETS = ['contentRemoved', 'structuralRepairs'];

export function attestationContext(publicUrl: string): object {
  const vocabulary = `${publicUrl}${CONTEXT_PATH}#`;
  const define = (names: readonly string[], more: object = {}) =>
    names.map((name) => [name, { '@id': vocabulary + name, ...more }] as const);
  return {
    '@context': {
      '@version': 1.1,
      ...Object.fromEntries([
        ...define([...NODES, ...TEXT, ...PROCESSING, ...VERDICT_AND_FACTS, ...SIGNATURE]),
        ...define(NUMBERS, { '@type': `${XSD}integer` }),
        ...define(['issuedAt'], { '@type': `${XSD}dateTime` }),
        ...define(LINKS, { '@type': '@id' }),
        ...define(SETS, { '@container': '@set' }),
      ]),
    },
  };
}
