/**
 * Trusted lists (ETSI TS 119 612): which services a country, or the list of the lists, vouches for. Read from what is
 * signed alone.
 */
import { X509Certificate } from 'node:crypto';
import type { XmlElement } from '@xmldom/xmldom';
import { childrenOf, parsedXml, signedTexts, TrustedListError } from './signature.ts';

const LIST = 'http://uri.etsi.org/02231/v2#';
const SERVICE = 'http://uri.etsi.org/TrstSvc/Svctype/';
const STATUS = 'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/';
const LIST_OF_LISTS = 'http://uri.etsi.org/TrstSvc/TrustedList/TSLType/EUlistofthelists';

/** Who certifies qualified signers, and who stamps qualified times (TS 119 612, 5.5.1.1). */
const SERVICES: ReadonlySet<string> = new Set([`${SERVICE}CA/QC`, `${SERVICE}TSA/QTST`]);
/** What a qualified service has while it is one (5.5.4). */
const GRANTED = `${STATUS}granted`;

export interface TrustedList {
  /** Two letters of the country; `EU` for the list of the lists. */
  readonly territory: string;
  /** Grows with every edition. */
  readonly sequence: number;
  readonly issuedAt: Date;
  /** By when the next edition is there; null for a list that is closed. */
  readonly nextUpdate: Date | null;
  /** Of its services that are granted now. */
  readonly anchors: readonly X509Certificate[];
  /** Who may sign the list of a territory: of a list of the lists alone. */
  readonly signers: ReadonlyMap<string, readonly X509Certificate[]>;
}

/** Reads a list that one of the signers has signed. Throws a TrustedListError that says what is wrong with it. */
export function readTrustedList(xml: string, signers: readonly X509Certificate[]): TrustedList {
  const roots = signedTexts(xml, signers).map(parsedXml);
  const [root, another] = roots.filter(
    (each) => each.localName === 'TrustServiceStatusList' && each.namespaceURI === LIST,
  );
  if (!root || another) throw new TrustedListError('what is signed is no trusted list');
  const scheme = required(root, 'SchemeInformation');
  const isListOfLists = textOf(scheme, 'TSLType') === LIST_OF_LISTS;
  const sequence = Number(textOf(scheme, 'TSLSequenceNumber'));
  if (!Number.isSafeInteger(sequence) || sequence < 1) throw new TrustedListError('it has no sequence number');
  return {
    territory: territoryOf(scheme),
    sequence,
    issuedAt: dateIn(textOf(scheme, 'ListIssueDateTime')),
    nextUpdate: nextUpdateOf(scheme),
    anchors: isListOfLists ? [] : anchorsOf(root),
    signers: isListOfLists ? signersOf(scheme) : new Map(),
  };
}

function anchorsOf(root: XmlElement): X509Certificate[] {
  const providers = all(child(root, 'TrustServiceProviderList'), 'TrustServiceProvider');
  const services = providers.flatMap((provider) => all(child(provider, 'TSPServices'), 'TSPService'));
  return services.flatMap((service) => {
    // What a service was before stands in its history, which is not read.
    const now = required(service, 'ServiceInformation');
    const isGranted = textOf(now, 'ServiceStatus') === GRANTED;
    return isGranted && SERVICES.has(textOf(now, 'ServiceTypeIdentifier'))
      ? certificatesOf(child(now, 'ServiceDigitalIdentity'))
      : [];
  });
}

function signersOf(scheme: XmlElement): Map<string, X509Certificate[]> {
  const signers = new Map<string, X509Certificate[]>();
  for (const pointer of all(child(scheme, 'PointersToOtherTSL'), 'OtherTSLPointer')) {
    const information = all(child(pointer, 'AdditionalInformation'), 'OtherInformation');
    const territory = information.map((each) => child(each, 'SchemeTerritory')?.textContent?.trim()).find(Boolean);
    const identities = all(child(pointer, 'ServiceDigitalIdentities'), 'ServiceDigitalIdentity');
    if (territory === undefined) continue;
    signers.set(territory, [...(signers.get(territory) ?? []), ...identities.flatMap(certificatesOf)]);
  }
  return signers;
}

function certificatesOf(identity: XmlElement | undefined): X509Certificate[] {
  const ids = all(identity, 'DigitalId').flatMap((id) => all(id, 'X509Certificate'));
  return ids.map((id) => {
    try {
      return new X509Certificate(Buffer.from(id.textContent ?? '', 'base64'));
    } catch {
      throw new TrustedListError('it holds a certificate that cannot be read');
    }
  });
}

/** It becomes the name of a file. */
function territoryOf(scheme: XmlElement): string {
  const territory = textOf(scheme, 'SchemeTerritory');
  if (!/^[A-Z]{2}$/.test(territory)) throw new TrustedListError('it names no territory');
  return territory;
}

function nextUpdateOf(scheme: XmlElement): Date | null {
  const date = child(required(scheme, 'NextUpdate'), 'dateTime')?.textContent?.trim();
  return date ? dateIn(date) : null;
}

function dateIn(text: string): Date {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) throw new TrustedListError('it has a date that is none');
  return date;
}

function all(parent: XmlElement | undefined, name: string): XmlElement[] {
  if (parent === undefined) return [];
  return [...childrenOf(parent)].filter(({ localName }) => localName === name);
}

function child(parent: XmlElement, name: string): XmlElement | undefined {
  return all(parent, name)[0];
}

function required(parent: XmlElement, name: string): XmlElement {
  const found = child(parent, name);
  if (found === undefined) throw new TrustedListError(`it has no ${name}`);
  return found;
}

function textOf(parent: XmlElement, name: string): string {
  return required(parent, name).textContent?.trim() ?? '';
}
