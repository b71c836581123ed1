/**
 * Schedules the parser processes. Processor time counts for the organization that owns the document. After a time slice
 * a document is paused if an organization with less recent use waits, and it continues later. Organizations that pay
 * come before organizations that do not.
 */
import { PAUSE_LIMIT_MS, UNPAID_WORK_LIMIT_MS } from '#domain/submission.ts';
import { ParserBusy, type ParserProcess } from './parser-process.ts';
import { NO_UNPAID_WORK, RecentWork, type UnpaidWork } from './recent-work.ts';

/** A child process with a document. */
export interface Runner {
  readonly process: Pick<ParserProcess, 'pause' | 'resume' | 'kill'>;
  readonly organizationId: string | null;
  readonly document: string | null;
}

/** A document that waits for its first process. */
export interface Waiting {
  readonly organizationId: string | null;
  readonly document: string | null;
  readonly sizeBytes: number;
  readonly since: number;
}

/** A document runs at least this long before it is paused. */
export const TIME_SLICE_MS = 250;
/** A document is paused if its organization has used this much more than a waiting one. Most documents end before. */
export const LEAD_MS = 1_000;
/** An organization with less recent use gets one further process for this time. Each document gets it once. */
export const TRIAL_MS = 2_000;
/**
 * Documents of paying organizations within this time form one burst. On a slow host the stages between two documents
 * take this long.
 */
export const BURST_GAP_MS = 1_000;
/** Beside a burst, unpaying organizations wait this long. Then one of their documents runs for a time slice. */
export const YIELD_MS = 500;
/** The number of documents that the scheduler remembers as long ones. */
const MOST_REMEMBERED = 1_000;

/**
 * The number of documents with a process, running or paused, for each process that may run. A paused process occupies
 * memory.
 */
const HELD = 3;
/** The limit for organizations with unpaid work, which leaves processes to the others. */
const HELD_UNPAID = 2;

/**
 * `least` selects the smallest document of the organization with the least use. `due` selects the longest wait in
 * relation to the use.
 */
type Order = 'least' | 'due';
/** Lower ranks come first. A later number decides between equal ones. */
type Rank = readonly [number, number, number];

interface Run {
  state: 'running' | 'paused';
  /** The time when the state began. */
  since: number;
  chargedAt: number;
  ranMs: number;
  /** The sum of all completed pauses. */
  pausedMs: number;
}

interface Owned {
  readonly organizationId: string | null;
}

export class Scheduler<R extends Runner> {
  readonly #runs = new Map<R, Run>();
  readonly #shares = new RecentWork();
  readonly #processes: number;
  readonly #now: () => number;
  readonly #unpaid: UnpaidWork;
  readonly #long = new Set<string>();
  #next: Order = 'least';
  /** The last times at which a paying and an unpaying organization ran. */
  #paidAt = -Infinity;
  #unpaidAt = -Infinity;

  /** @param now milliseconds of a clock that is never set back */
  constructor(processes: number, now: () => number, unpaid: UnpaidWork = NO_UNPAID_WORK) {
    this.#processes = processes;
    this.#now = now;
    this.#unpaid = unpaid;
  }

  get running(): R[] {
    return this.#in('running');
  }

  get paused(): R[] {
    return this.#in('paused');
  }

  begin(runner: R): void {
    this.#charge();
    const now = this.#now();
    this.#runs.set(runner, { state: 'running', since: now, chargedAt: now, ranMs: 0, pausedMs: 0 });
    if (this.#pays(runner)) this.#pauseUnpaid(now);
  }

  end(runner: R): void {
    this.#charge();
    this.#runs.delete(runner);
  }

  resume(runner: R): void {
    const run = this.#runs.get(runner);
    if (run === undefined) return;
    const now = this.#now();
    Object.assign(run, { state: 'running', since: now, chargedAt: now, pausedMs: this.#pausedMs(run) });
    runner.process.resume();
  }

  /**
   * Frees a process for a paused or waiting document and returns that document; null if all must wait. Two orders
   * alternate. The first prevents heavy users from delaying others, and the second limits every wait.
   */
  next<W extends Waiting>(waiting: readonly W[]): R | W | null {
    this.#charge();
    const orders: readonly Order[] = this.#next === 'least' ? ['least', 'due'] : ['due', 'least'];
    for (const order of orders) {
      const candidate = this.#firstBy(order, waiting);
      if (candidate === null || !this.#freeProcessFor(candidate)) continue;
      this.#next = order === 'least' ? 'due' : 'least';
      return candidate;
    }
    return null;
  }

  /**
   * Ends documents that will start again later: those with a pause that is too long, and one with a further process
   * that exceeds its trial.
   */
  giveUpLate(): void {
    this.#charge();
    for (const runner of this.paused) {
      if (this.#pausedMs(this.#runOf(runner)) < PAUSE_LIMIT_MS) continue;
      runner.process.kill(new ParserBusy('Others had the parsers for too long.'));
    }
    if (this.#runs.size < HELD * this.#processes) return;
    const [last, run] = [...this.#runs].at(-1) ?? [];
    if (last === undefined || run === undefined || run.ranMs < TRIAL_MS) return;
    if (last.document !== null) this.#remember(last.document);
    last.process.kill(new ParserBusy('The document needs longer than a parser was free.'));
  }

  #remember(document: string): void {
    this.#long.add(document);
    const [oldest] = this.#long;
    if (this.#long.size > MOST_REMEMBERED && oldest !== undefined) this.#long.delete(oldest);
  }

  #firstBy<W extends Waiting>(order: Order, waiting: readonly W[]): R | W | null {
    const now = this.#now();
    const rank = (each: Owned, since: number, sizeBytes: number): Rank =>
      order === 'due'
        ? [this.#due(each, since, now), 0, 0]
        : [this.#pays(each) ? 0 : 1, Math.floor(this.#used(each, now) / LEAD_MS), sizeBytes];
    const mayRun = (each: Owned) => this.#pays(each) || !this.#yields(now);
    // A paused document has already run for a time slice, so it is not small.
    const resumable = this.paused.filter(mayRun);
    const paused = resumable.map((each) => ({ each, rank: rank(each, this.#runOf(each).since, Infinity) }));
    const startable = waiting.filter((each) => mayRun(each) && this.#runs.size < this.#mostHeldFor(each));
    const others = startable.map((each) => ({ each, rank: rank(each, each.since, each.sizeBytes) }));
    const [first, ...rest] = [...paused, ...others];
    if (first === undefined) return null;
    return rest.reduce((least, candidate) => (isBefore(candidate.rank, least.rank) ? candidate : least), first).each;
  }

  /**
   * Pauses the document of the organization with the most use if needed. Returns whether a process is free for the
   * candidate.
   */
  #freeProcessFor(candidate: Owned): boolean {
    const unpaid = this.running.filter((runner) => this.#hasUnpaidWork(runner));
    // Organizations with unpaid work always leave one process free for others.
    const isFull = this.#hasUnpaidWork(candidate) && unpaid.length >= Math.max(1, this.#processes - 1);
    if (!isFull && this.running.length < this.#processes) return true;
    const now = this.#now();
    const leadOf = (runner: R) => this.#used(runner, now) - this.#used(candidate, now);
    const above = (isFull ? unpaid : this.running).filter(
      (runner) => this.#hadTimeSlice(runner, now) && (leadOf(runner) >= LEAD_MS || this.#precedes(candidate, runner)),
    );
    const [most] = above.toSorted((a, b) => leadOf(b) - leadOf(a));
    if (most === undefined) return false;
    this.#pause(most, now);
    return true;
  }

  /**
   * Leaves more than half of the processors to paying organizations during a burst, because the stages around the
   * parser need them too.
   */
  #pauseUnpaid(now: number): void {
    const unpaid = this.running.filter((runner) => !this.#pays(runner));
    const due = unpaid.filter((runner) => this.#hadTimeSlice(runner, now));
    for (const runner of due.slice(0, Math.max(0, unpaid.length - this.#mostBesideBurst))) this.#pause(runner, now);
  }

  /** Whether unpaying organizations must wait. */
  #yields(now: number): boolean {
    const unpaid = this.running.filter((runner) => !this.#pays(runner));
    const isBurst = now - this.#paidAt < BURST_GAP_MS;
    return isBurst && unpaid.length >= this.#mostBesideBurst && now - this.#unpaidAt < YIELD_MS;
  }

  get #mostBesideBurst(): number {
    return Math.floor((this.#processes - 1) / 2);
  }

  #pause(runner: R, now: number): void {
    runner.process.pause();
    Object.assign(this.#runOf(runner), { state: 'paused', since: now });
  }

  #hadTimeSlice(runner: R, now: number): boolean {
    return now - this.#runOf(runner).since >= TIME_SLICE_MS;
  }

  #precedes(candidate: Owned, other: Owned): boolean {
    return this.#pays(candidate) && !this.#pays(other);
  }

  #pays(each: Owned): boolean {
    return !this.#hasUnpaidWork(each) && !this.#unpaid.isFree(each.organizationId ?? '');
  }

  /** The number of documents that may have a process if a document of this organization gets one. */
  #mostHeldFor(candidate: Waiting): number {
    if (this.#hasUnpaidWork(candidate)) return HELD_UNPAID * this.#processes;
    const isTried = candidate.document !== null && this.#long.has(candidate.document);
    const now = this.#now();
    const used = this.#used(candidate, now);
    const lagsBehind = [...this.#runs.keys()].some(
      (runner) => this.#used(runner, now) - used >= LEAD_MS || this.#precedes(candidate, runner),
    );
    return HELD * this.#processes - (lagsBehind && !isTried ? 0 : 1);
  }

  #hasUnpaidWork({ organizationId }: Owned): boolean {
    return this.#unpaid.of(organizationId ?? '') >= UNPAID_WORK_LIMIT_MS;
  }

  #in(state: Run['state']): R[] {
    return [...this.#runs].filter(([, run]) => run.state === state).map(([runner]) => runner);
  }

  #runOf(runner: R): Run {
    const run = this.#runs.get(runner);
    if (run === undefined) throw new Error('The document has no process.');
    return run;
  }

  #pausedMs({ state, since, pausedMs }: Run): number {
    return pausedMs + (state === 'paused' ? this.#now() - since : 0);
  }

  /**
   * The recent use of its organization, minus the time that all its documents have waited. Otherwise an organization
   * with one slow document would wait behind every new one while the parsers are busy.
   */
  #due(candidate: Owned, since: number, now: number): number {
    const idleMs = this.#shares.idleMs(candidate.organizationId ?? '', now);
    return this.#used(candidate, now) - Math.min(now - since, idleMs);
  }

  #used({ organizationId }: Owned, now: number): number {
    return this.#shares.used(organizationId ?? '', now) + this.#unpaid.of(organizationId ?? '');
  }

  #charge(): void {
    const now = this.#now();
    for (const [runner, run] of this.#runs) {
      if (this.#pays(runner)) this.#paidAt = now;
      if (run.state === 'paused') continue;
      if (!this.#pays(runner)) this.#unpaidAt = now;
      this.#shares.charge(runner.organizationId ?? '', now - run.chargedAt, now);
      run.ranMs += now - run.chargedAt;
      run.chargedAt = now;
    }
  }
}

function isBefore(rank: Rank, other: Rank): boolean {
  const at = rank.findIndex((value, index) => value !== other[index]);
  return at !== -1 && rank[at]! < other[at]!;
}
