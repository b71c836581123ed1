/**
 * How the processes that parse documents are isolated, the best first: from network, processes and files of the host; from
 * its network alone; or not even from that.
 */
export const PARSER_ISOLATIONS = ['full', 'no-network', 'network-access'] as const;
export type ParserIsolation = (typeof PARSER_ISOLATIONS)[number];

export function isWeaker(a: ParserIsolation, b: ParserIsolation): boolean {
  return PARSER_ISOLATIONS.indexOf(a) > PARSER_ISOLATIONS.indexOf(b);
}
