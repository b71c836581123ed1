/** The filters of the list of documents, by their names in the API. */
export const FILTER_NAMES = [
  'status',
  'verdict_level',
  'risk_level',
  'failure_code',
  'from',
  'to',
  'client_reference',
  'batch_id',
  'original_sha256',
  'normalized_sha256',
  'pipeline_spec',
  'region',
] as const;
