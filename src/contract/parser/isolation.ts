/** Whether the processes that parse documents have a network. */
export const PARSER_ISOLATIONS = ['no-network', 'network-access'] as const;
export type ParserIsolation = (typeof PARSER_ISOLATIONS)[number];
