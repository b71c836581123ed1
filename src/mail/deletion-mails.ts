/** The mails that go with the deletion of an organization: plain text, nothing in them that the reader did not know. */
import type { MailText } from '#domain/mail.ts';

export interface DeletionNews {
  readonly organizationName: string;
  readonly cancellableUntil: Date;
}

/** This mail goes out at the request, and again as the time runs out. */
export function pendingMail(news: DeletionNews, hoursLeft: number): MailText {
  const name = oneLine(news.organizationName);
  return {
    subject: `${name} will be deleted in ${hoursLeft} ${hoursLeft === 1 ? 'hour' : 'hours'}`,
    text: paragraphs(
      `The deletion of the organization ${name} has been requested: its documents, reports, keys, members and settings.`,
      `An owner or admin can cancel it until ${news.cancellableUntil.toUTCString()}, in the portal under Data or with\nDELETE /api/portal/data-deletion/cancel. After that everything is gone, and nobody can bring it back.`,
      'Until then the service goes on as before.',
    ),
  };
}

export function cancelledMail({ organizationName }: Pick<DeletionNews, 'organizationName'>): MailText {
  const name = oneLine(organizationName);
  return {
    subject: `${name} will not be deleted`,
    text: paragraphs(`The deletion of the organization ${name} has been cancelled. Nothing was deleted.`),
  };
}

/** This mail goes to whoever asked for the deletion. `until` is when the link ends. */
export function deletedMail(certificate: {
  readonly link: string;
  readonly jws: string;
  readonly until: Date;
}): MailText {
  return {
    subject: 'Your organization has been deleted',
    text: paragraphs(
      'As you asked, your organization and everything we kept for it has been deleted.',
      'This is the certificate. It is a JWS (RFC 7515), signed with the key published at\n/.well-known/attestation-keys.json; docs/data.md says how to verify it.',
      certificate.jws,
      `The same until ${certificate.until.toUTCString()}:\n${certificate.link}`,
      'We have nothing else that leads to you; this mail is the last one.',
    ),
  };
}

function paragraphs(...texts: readonly string[]): string {
  return `${texts.join('\n\n')}\n`;
}

/** A name is a customer's own words, and a subject is a header. */
function oneLine(name: string): string {
  return name.replaceAll(/\p{Cc}+/gu, ' ').trim();
}
