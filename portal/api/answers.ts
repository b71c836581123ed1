/** The types of the client under the names of the pages. */
import type { Api } from '#clients/typescript/index.ts';

export type {
  AccountDeletion,
  ApiKey,
  AuditEntry,
  Batch,
  BillingInfo,
  CreatedApiKey,
  DataExport,
  Erasure,
  FieldFault,
  Invitation,
  Organization,
  Problem,
  Session,
  SignedIn as SignIn,
  StructuralDiffReport as Comparison,
  Submission,
  SubmissionReport as Report,
  SubmissionRevisions as Revisions,
  TeamMember,
  WebhookConfig as Webhook,
  WebhookDelivery,
} from '#clients/typescript/generated/models.ts';

export type OperationId = keyof Api;

/** The input of an operation: the parts of its path, its query and the members of its body. */
export type Input<Id extends OperationId> = NonNullable<Parameters<Api[Id]>[0]>;

export type Answers = { readonly [Id in OperationId]: Awaited<ReturnType<Api[Id]>> };

export type SecondFactors = Answers['getSecondFactors'];

/** The input of an operation, which may be absent where no member is required, and more. */
export type Given<Id extends OperationId, More> = undefined extends Parameters<Api[Id]>[0]
  ? [input?: Input<Id> | undefined, more?: More]
  : [input: Input<Id>, more?: More];
