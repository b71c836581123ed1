/**
 * Under which names the metrics are asked for. A page of the Internet can let its own name lead to this network (DNS
 * rebinding), and a browser then sends that name as `Host`.
 */
import { isIP } from 'node:net';

/** No public name server answers for these (RFC 6761, RFC 6762, ICANN's `.internal`, and services of Kubernetes). */
const PRIVATE_SUFFIX = /\.(?:localhost|local|internal|svc)$/;

/**
 * An IP address, a name without a dot such as `api` or `localhost`, a private name, or one of those that are set.
 *
 * @param header `Host` of a request, with or without a port
 */
export function isAllowedHost(header: string, names: readonly string[]): boolean {
  const host = URL.parse(`http://${header}/`)?.hostname.replace(/\.$/, '') ?? '';
  if (host === '' || /[/?#@\\]/.test(header)) return false;
  const isAddress = isIP(host.replace(/^\[(.*)\]$/, '$1')) !== 0;
  return isAddress || !host.includes('.') || PRIVATE_SUFFIX.test(host) || names.includes(host);
}
