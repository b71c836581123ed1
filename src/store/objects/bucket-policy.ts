/**
 * The rights on a bucket as a policy of the bucket, for stores without policies of users. Many of them then ask only
 * this policy, so it names the service's key too.
 */
import { LINKED_PREFIXES } from './artifacts.ts';

export interface BucketUsers {
  /** Access keys; a provider with accounts takes ARNs. */
  readonly service: string;
  readonly links: string;
}

/** The policy language of AWS, version 2012-10-17. */
export function bucketPolicy(bucket: string, { service, links }: BucketUsers) {
  const arn = `arn:aws:s3:::${bucket}`;
  const allow = (user: string, action: string, resources: readonly string[]) => ({
    Effect: 'Allow',
    Principal: { AWS: [user] },
    Action: [action],
    Resource: resources,
  });
  return {
    Version: '2012-10-17',
    Statement: [
      allow(service, 's3:*', [arn, `${arn}/*`]),
      allow(
        links,
        's3:GetObject',
        LINKED_PREFIXES.map((prefix) => `${arn}/${prefix}*`),
      ),
    ],
  };
}
