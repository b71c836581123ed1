/** The chapters of the API's description, in its order. */
export const TAGS = {
  Normalization: 'Documents in, canonical documents and reports out; and the comparison of two documents.',
  Batches: 'Submissions that are counted together, with one notice at their end.',
  'Attestations and certificates': 'Signed proof of what was normalized, and the keys that check it.',
  Accounts: 'Registration, sign-in, passwords and sessions of people.',
  Organization: 'Name, contact address and regions of an organization, and its end.',
  'API keys': 'The keys that programs call with.',
  Team: 'The people of an organization, their roles and their invitations.',
  'Audit log': 'The changes that people made in the portal, with time and author, as a chain of hashes.',
  Webhooks: 'Addresses that get events about documents, their secrets and their deliveries.',
  Portal: 'Figures for the pages that people look at.',
  Billing: 'Plan, subscription and quota.',
  Data: 'Export, erasure, and the deletion of an organization.',
  Service: 'The service itself: its health, its version, this description and its pages.',
} as const;

export type Tag = keyof typeof TAGS;
