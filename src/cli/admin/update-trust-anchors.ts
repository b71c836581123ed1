/**
 * `fixpoint admin update-trust-anchors`: takes trusted lists (ETSI TS 119 612) that were fetched before into the folder
 * that TRUST_STORE_PATH names. All of them, or none.
 */
import { X509Certificate } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inOneLine, say } from '#src/cli/terminal.ts';
import { readTrustStore, TrustStoreError } from '#src/keys/trust-store.ts';
import { messageOf } from '#src/system-error.ts';
import { readTrustedList, type TrustedList } from '#src/trusted-lists/list.ts';
import { TrustedListError } from '#src/trusted-lists/signature.ts';

export interface TrustAnchorFlags {
  readonly list: readonly string[];
  readonly signers: string;
  readonly dryRun: boolean;
}

interface Edition {
  readonly sequence: number;
  readonly fingerprints: ReadonlySet<string>;
}

/** Answers the exit code: 1 where a list was refused or a file could not be read or written. */
export async function updateTrustAnchors(
  folder: string,
  { list, signers, dryRun }: TrustAnchorFlags,
  now = new Date(),
): Promise<number> {
  try {
    const own = (await readTrustStore(signers)).map((bytes) => new X509Certificate(bytes));
    const lists = await readAll(list, own);
    const changes = await Promise.all(lists.map((each) => changeOf(each, folder, now)));
    for (const { told } of changes) say(told);
    if (dryRun) return 0;
    await mkdir(folder, { recursive: true });
    for (const { file, content } of changes) {
      if (content === null) continue;
      await writeFile(`${file}.new`, content);
      await rename(`${file}.new`, file);
    }
    say('Workers read them when they start.');
    return 0;
  } catch (error) {
    const isSaid = error instanceof TrustedListError || error instanceof TrustStoreError;
    say(isSaid ? error.message : `The trust anchors stay as they are: ${messageOf(error)}.`);
    return 1;
  }
}

/** The list of the lists first: it says who signs the others, besides those that were given. */
async function readAll(paths: readonly string[], own: readonly X509Certificate[]): Promise<TrustedList[]> {
  const texts = await Promise.all(paths.map(async (path) => ({ path, xml: await readFile(path, 'utf8') })));
  const lists: TrustedList[] = [];
  const signers = [...own];
  const ordered = texts.toSorted((a, b) => Number(isListOfLists(b.xml)) - Number(isListOfLists(a.xml)));
  for (const { path, xml } of ordered) {
    const read = explained(path, () => readTrustedList(xml, signers));
    // A signer of one country must not sign for another.
    const named = lists.find(({ signers: known }) => known.size > 0)?.signers.get(read.territory);
    if (named !== undefined) explained(path, () => readTrustedList(xml, [...own, ...named]));
    signers.push(...[...read.signers.values()].flat());
    lists.push(read);
  }
  return lists;
}

/** For the order alone: what the list is, its signature says. The first type is its own; others are of those it points to. */
function isListOfLists(xml: string): boolean {
  return /TSLType>([^<]*)</.exec(xml)?.[1]?.trim().endsWith('/EUlistofthelists') ?? false;
}

function explained(path: string, read: () => TrustedList): TrustedList {
  try {
    return read();
  } catch (error) {
    throw error instanceof TrustedListError ? new TrustedListError(`${inOneLine(path)}: ${error.message}`) : error;
  }
}

async function changeOf(list: TrustedList, folder: string, now: Date) {
  const { territory, sequence, issuedAt, nextUpdate, anchors } = list;
  const name = `The list of ${territory}, number ${sequence} of ${issuedAt.toISOString()}`;
  if (nextUpdate === null || nextUpdate < now) throw new TrustedListError(`${name} is out of date: fetch it again.`);
  const file = join(folder, `trusted-list-${territory}.pem`);
  const before = await editionIn(file);
  if (before.sequence > sequence)
    throw new TrustedListError(`${name} is older than the existing one, ${before.sequence}.`);
  if (anchors.length === 0)
    return { file, content: null, told: `${name}: it has no services, and names ${list.signers.size} territories.` };
  const unique = new Map(anchors.map((anchor) => [anchor.fingerprint256, anchor]));
  const added = [...unique.keys()].filter((print) => !before.fingerprints.has(print)).length;
  const removed = [...before.fingerprints].filter((print) => !unique.has(print)).length;
  const head = `Trusted list of ${territory}, number ${sequence}, of ${issuedAt.toISOString()}, until ${nextUpdate.toISOString()}`;
  const blocks = [...unique.values()].map((anchor) => anchor.toString());
  return {
    file,
    content: [head, ...blocks].join('\n'),
    told: `${name}: ${unique.size} anchors, ${added} of them new, ${removed} gone.`,
  };
}

/** Only this command writes text before the first certificate of a PEM file. */
async function editionIn(file: string): Promise<Edition> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const sequence = Number(/^Trusted list of [A-Z]{2}, number (\d+),/.exec(text)?.[1] ?? 0);
  const certificates = text === '' ? [] : await readTrustStore(file);
  return { sequence, fingerprints: new Set(certificates.map((bytes) => new X509Certificate(bytes).fingerprint256)) };
}
