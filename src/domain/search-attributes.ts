/**
 * The search attributes of executions for operators. Search attributes are never encrypted: ids, hashes, sizes and
 * codes only. One table has all of them, because the client sets some at the start, the workflow sets others at the end,
 * and the setup registers all.
 */
export const SEARCH_ATTRIBUTES = {
  OrgId: { name: 'OrgId', type: 'KEYWORD' },
  BatchId: { name: 'BatchId', type: 'KEYWORD' },
  DocStatus: { name: 'DocStatus', type: 'KEYWORD' },
  FailedStage: { name: 'FailedStage', type: 'KEYWORD' },
  FailureCode: { name: 'FailureCode', type: 'KEYWORD' },
  RiskLevel: { name: 'RiskLevel', type: 'KEYWORD' },
  VerdictKind: { name: 'VerdictKind', type: 'KEYWORD' },
  InputSha256: { name: 'InputSha256', type: 'KEYWORD' },
  OutputSha256: { name: 'OutputSha256', type: 'KEYWORD' },
  SizeBytes: { name: 'SizeBytes', type: 'INT' },
  AnomalyCount: { name: 'AnomalyCount', type: 'INT' },
  Stateless: { name: 'Stateless', type: 'BOOL' },
} as const;
