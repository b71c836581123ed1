/**
 * The files that are being sent. They belong to no page. On other pages the tray shows them. After a reload the list
 * has the sent files, and the names of the files that were not sent.
 */
import { useSyncExternalStore } from 'react';
import { call, responseOf } from '#portal/api/call.ts';
import { toProblem } from '#portal/api/problem.ts';
import { randomId } from '#portal/api/random-id.ts';
import { knownSignIn } from '#portal/api/session.ts';
import { sha256Of } from '#portal/documents/sha256.ts';
import type { NamedFile } from './dropped-files.ts';
import { checkFile, refusal } from './file-checks.ts';
import { Followers } from './follow.ts';
import { haltsAll } from './halting.ts';
import type { UploadOptions } from './options.ts';
import { sendFile } from './send-file.ts';
import { forgetKept, keepOnLeaving, keepSoon, kept } from './kept-uploads.ts';
import { announceUploads, forgetWith } from './presence.ts';
import { isStopped, isUnsent, type Refusal, type Upload } from './upload-state.ts';

export interface Uploads {
  readonly uploads: readonly Upload[];
  /** The batch of the files, or null for a single file. */
  readonly batchId: string | null;
  /** Why nothing more is sent: what would refuse every other file too, as a quota that is used up. */
  readonly halted: Refusal | null;
}

/** Sent files, for another attempt with other options. */
export interface Sent {
  readonly submissionId: string;
  readonly name: string;
  readonly sizeBytes: number;
}

const NOTHING: Uploads = { uploads: [], batchId: null, halted: null };
/** Browsers open six connections to one service over HTTP/1.1: two follow, and one is for the page. */
const AT_ONCE = 3;

class UploadStore {
  #state: Uploads = NOTHING;
  #active = 0;
  #batch: Promise<string> | null = null;
  #maxBytes: number | null = null;
  /** The owner of the files: another person who signs in here sees none of them. */
  #owner: string | null = null;
  readonly #listeners = new Set<() => void>();
  readonly #contents = new Map<string, () => Promise<Blob>>();
  /** Files to send although the list already has the same file. */
  readonly #wanted = new Set<string>();
  readonly #controllers = new Map<string, AbortController>();
  readonly #followers = new Followers();

  constructor() {
    keepOnLeaving(this.get);
  }

  readonly get = (): Uploads => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** The plan's limit, as soon as it is known. */
  limitTo(maxBytes: number): void {
    this.#maxBytes = maxBytes;
  }

  /** A file that was lost by a reload continues under its own key. */
  add(files: readonly NamedFile[], options: UploadOptions): void {
    this.#restoreOwn();
    const lost = new Map(
      this.#state.uploads.filter(({ state }) => state === 'lost').map((one) => [likeness(one), one]),
    );
    const found = new Set<string>();
    const added: Upload[] = [];
    for (const { file, name } of files) {
      const known = lost.get(likeness({ name, sizeBytes: file.size }));
      const upload = known ?? newUpload(name, file.size, options);
      this.#contents.set(upload.id, () => Promise.resolve(file));
      if (known) found.add(known.id);
      else added.push(upload);
    }
    const uploads = this.#state.uploads.map((one) => (found.has(one.id) ? { ...one, state: 'waiting' as const } : one));
    this.#set({ uploads: [...uploads, ...added] });
    this.#begin();
  }

  /** Sends earlier originals again, in a new batch. */
  sendAgain(documents: readonly Sent[], options: UploadOptions): void {
    this.#restoreOwn();
    if (!this.#state.uploads.some(isUnsent)) this.clear();
    const added = documents.map(({ submissionId, name, sizeBytes }) => {
      const upload = newUpload(name, sizeBytes, options);
      this.#wanted.add(upload.id);
      this.#contents.set(upload.id, () => originalOf(submissionId));
      return upload;
    });
    this.#set({ uploads: [...this.#state.uploads, ...added] });
    this.#begin();
  }

  /** Sends the file again under the same key, so that it is charged once. */
  retry(id: string): void {
    this.#change(id, { state: 'waiting', refusal: null, sentBytes: 0 });
    this.#begin();
  }

  /** It is under way already, or was sent before, and is wanted once more. */
  sendAnyway(id: string): void {
    this.#wanted.add(id);
    this.retry(id);
  }

  /** Sends what was rejected or failed once more, with other options and so under another key. */
  retryWith(ids: readonly string[], change: Partial<UploadOptions>): void {
    const chosen = new Set(ids);
    for (const upload of this.#state.uploads.filter(({ id }) => chosen.has(id))) {
      const { id, submissionId, options } = upload;
      if (!this.#contents.has(id) && submissionId !== null) this.#contents.set(id, () => originalOf(submissionId));
      const anew = newUpload(upload.name, upload.sizeBytes, { ...options, ...change });
      this.#change(id, { ...anew, id, state: this.#contents.has(id) ? 'waiting' : 'lost' });
    }
    this.#begin();
  }

  /** A file that has arrived is not cancelled. */
  cancel(id: string): void {
    this.#controllers.get(id)?.abort();
    const upload = this.#find(id);
    if (upload && isUnsent(upload)) this.#change(id, { state: 'cancelled' });
    if (!this.#state.uploads.some(isUnsent)) this.#set({ halted: null });
  }

  cancelAll(): void {
    for (const { id } of this.#state.uploads.filter(isUnsent)) this.cancel(id);
  }

  goOn(): void {
    this.#set({ halted: null });
    this.#begin();
  }

  /** The service still processes sent files. Only the list forgets them. */
  clear(): void {
    for (const controller of this.#controllers.values()) controller.abort();
    this.#followers.clear();
    this.#contents.clear();
    this.#wanted.clear();
    this.#batch = null;
    this.#state = NOTHING;
    forgetKept();
    this.#tell();
  }

  /** Restores the state after a reload, once, before other files are added. */
  restore(userId: string): void {
    if (this.#owner === userId) return;
    if (this.#owner !== null) this.clear();
    this.#owner = userId;
    const before = kept(userId);
    if (before) this.#resume(before.uploads, before.batchId);
  }

  /** The submissions of a batch, for an address that somebody brought from elsewhere. */
  adopt(uploads: readonly Upload[], batchId: string): void {
    this.#restoreOwn();
    if (this.#state.uploads.length === 0) this.#resume(uploads, batchId);
  }

  #restoreOwn(): void {
    const userId = knownSignIn()?.user.id;
    if (userId !== undefined) this.restore(userId);
  }

  #resume(uploads: readonly Upload[], batchId: string | null): void {
    this.#set({ uploads, batchId });
    for (const { id, submissionId, state } of uploads) {
      if (state === 'following' && submissionId !== null) this.#follow(id, submissionId);
    }
  }

  #begin(): void {
    const waiting = this.#state.uploads.filter(({ state }) => state === 'waiting');
    if (this.#state.halted !== null) return;
    for (const { id } of waiting.slice(0, Math.max(0, AT_ONCE - this.#active))) void this.#run(id);
  }

  async #run(id: string): Promise<void> {
    const controller = new AbortController();
    this.#active += 1;
    this.#controllers.set(id, controller);
    this.#change(id, { state: 'checking' });
    try {
      await this.#send(id, controller.signal);
    } catch (error) {
      this.#stopped(id, controller.signal, error);
    } finally {
      this.#active -= 1;
      this.#controllers.delete(id);
      this.#begin();
    }
  }

  async #send(id: string, signal: AbortSignal): Promise<void> {
    const content = await this.#contents.get(id)?.();
    const upload = this.#find(id);
    if (!upload) return;
    // The page was loaded anew since it was chosen.
    if (!content) return this.#change(id, { state: 'lost', refusal: null });
    const fault = (await checkFile(content, this.#maxBytes)) ?? (await this.#twinFault(id, content));
    if (signal.aborted) return;
    if (fault) return this.#change(id, { state: 'held', refusal: fault });
    const batchId = await this.#batchId();
    signal.throwIfAborted();
    this.#change(id, { state: 'sending' });
    const tell = (bytes: number) => this.#change(id, { sentBytes: Math.min(bytes, content.size) });
    const submissionId = await sendFile(upload, { content, batchId, signal, tell });
    this.#change(id, { state: 'following', submissionId, stage: null });
    this.#follow(id, submissionId);
  }

  /** True if the list already has the same bytes. */
  async #twinFault(id: string, content: Blob): Promise<Refusal | null> {
    const hash = await sha256Of(content);
    const twin = this.#state.uploads.find((one) => one.id !== id && one.sha256 === hash && !isStopped(one));
    if (hash !== null && twin && !this.#wanted.has(id)) {
      return refusal('twice', `The same file was already added as ${twin.name}.`);
    }
    this.#change(id, { sha256: hash });
    return null;
  }

  #stopped(id: string, signal: AbortSignal, error: unknown): void {
    if (signal.aborted) return;
    const problem = toProblem(error);
    const { code, message, requestId } = problem;
    const fault = { code, message, requestId };
    if (!haltsAll(problem)) return this.#change(id, { state: 'refused', refusal: fault });
    this.#change(id, { state: 'waiting', sentBytes: 0 });
    this.#set({ halted: fault });
  }

  /** More than one file makes a batch; it is made once, with the first of them. */
  async #batchId(): Promise<string | null> {
    const { batchId, uploads } = this.#state;
    if (batchId !== null || uploads.length < 2) return batchId;
    this.#batch ??= createBatch();
    try {
      const made = await this.#batch;
      this.#set({ batchId: made });
      return made;
    } catch (error) {
      this.#batch = null;
      throw error;
    }
  }

  #follow(id: string, submissionId: string): void {
    this.#followers.add({
      submissionId,
      onStage: (stage) => {
        if (this.#find(id)?.stage !== stage) this.#change(id, { stage });
      },
      onEnd: (outcome) => this.#change(id, { state: 'ended', stage: null, outcome }),
    });
  }

  #find(id: string): Upload | undefined {
    return this.#state.uploads.find((one) => one.id === id);
  }

  #change(id: string, change: Partial<Upload>): void {
    this.#set({ uploads: this.#state.uploads.map((one) => (one.id === id ? { ...one, ...change } : one)) });
  }

  #set(change: Partial<Uploads>): void {
    this.#state = { ...this.#state, ...change };
    if (this.#state.uploads.length > 0) announceUploads();
    keepSoon(() => this.#state);
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

function likeness({ name, sizeBytes }: Pick<Upload, 'name' | 'sizeBytes'>): string {
  return `${sizeBytes} ${name}`;
}

function newUpload(name: string, sizeBytes: number, options: UploadOptions): Upload {
  const rest = { sha256: null, sentBytes: 0, submissionId: null, stage: null, refusal: null, outcome: null } as const;
  return { id: randomId(), key: randomId(), name, sizeBytes, options, state: 'waiting', ...rest };
}

async function createBatch(): Promise<string> {
  const name = `Sent by ${knownSignIn()?.user.email ?? 'a member'}, ${new Date().toISOString().slice(0, 16)}Z`;
  const { batchId } = await call('createBatch', { name: name.slice(0, MAX_NAME) });
  return batchId;
}

const MAX_NAME = 255;

async function originalOf(id: string): Promise<Blob> {
  const response = await responseOf('getOriginalOfSubmission', { id });
  return response.blob();
}

export const uploadStore = new UploadStore();
forgetWith(() => uploadStore.clear());

export function useUploads(): Uploads {
  return useSyncExternalStore(uploadStore.subscribe, uploadStore.get);
}
