/** Every schema of the wire by its name in the description of the API; tests check every answer against them. */
export * from './accounts.ts';
export * from './batches.ts';
export * from './billing.ts';
export * from './comparison.ts';
export * from './organization.ts';
export { FoundPage, FoundPageList, PageOfReport } from './pages.ts';
export * from './privacy.ts';
export * from './problem.ts';
export * from './proof.ts';
export * from './events.ts';
export * from './health.ts';
export * from './progress.ts';
export * from './revisions.ts';
export * from './second-factor.ts';
export * from './submissions.ts';
export * from './parser/verdict-schema.ts';
export * from './webhooks.ts';
export * from './words.ts';
export {
  byteRangeSchema as ByteRange,
  objectIdSchema as ObjectId,
  pageRangeSchema as PageRange,
  placeSchema as FindingPlace,
} from './parser/finding-schema.ts';
export { fontList as FontList, nameList as NameList, signatureList as SignatureList } from './parser/warning-schema.ts';
export { CreatedBy } from './values.ts';
