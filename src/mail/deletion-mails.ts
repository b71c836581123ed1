/** The mails that go with the deletion of an organization: plain text, nothing in them that the reader did not know. */
import { quotedName } from '#domain/accounts/display-name.ts';
import type { MailText } from '#domain/accounts/mail.ts';

export interface DeletionNews {
  readonly organizationName: string;
  readonly cancellableUntil: Date;
}

/** This mail goes out at the request, and again as the time runs out. */
export function pendingMail(news: DeletionNews, hoursLeft: number): MailText {
  const name = quotedName(news.organizationName);
  return {
    subject: `Your organization will be deleted in ${hoursLeft} ${hoursLeft === 1 ? 'hour' : 'hours'}`,
    text: paragraphs(
      `Your organization ${name} is scheduled for deletion, with all its documents, reports, keys, members and settings.`,
      `An owner or admin can cancel it until ${news.cancellableUntil.toUTCString()}, in the portal under Data or with\nDELETE /api/portal/data-deletion/cancel. After that, the data cannot be recovered.`,
      'Until then you can use Fixpoint as before.',
    ),
  };
}

export function cancelledMail({ organizationName }: Pick<DeletionNews, 'organizationName'>): MailText {
  return {
    subject: 'Your organization will not be deleted',
    text: paragraphs(
      `The deletion of your organization ${quotedName(organizationName)} was cancelled. Nothing was deleted.`,
    ),
  };
}

/** This mail goes to the member who requested the deletion. `until` is when the link ends. */
export function deletedMail(certificate: {
  /** The page that has it, also as a page to print. */
  readonly page: string;
  readonly link: string;
  readonly jws: string;
  readonly until: Date;
}): MailText {
  return {
    subject: 'Your organization has been deleted',
    text: paragraphs(
      'As you requested, your organization and all its data have been deleted.',
      'This is the certificate of deletion. It is a JWS (RFC 7515), signed with the key published at\n/.well-known/attestation-keys.json; the guide /docs/retention-and-erasure explains it.',
      certificate.jws,
      `You can download it until ${certificate.until.toUTCString()}, as it is or as a page to print:\n${certificate.page}`,
      `For programs:\n${certificate.link}`,
      'We keep nothing else about you. This is our last e-mail.',
    ),
  };
}

function paragraphs(...texts: readonly string[]): string {
  return `${texts.join('\n\n')}\n`;
}
