/**
 * Whose turn it is. Each process at work is charged to an organization; one that has had its turn makes room for an
 * organization that has had less of the parsers lately: it is paused, and goes on where it was when it is due again.
 * Organizations that pay come before those that pay nothing.
 */
import { PAUSE_LIMIT_MS, UNPAID_WORK_LIMIT_MS } from '#domain/submission.ts';
import { ParserBusy, type ParserProcess } from './parser-process.ts';
import { NO_UNPAID_WORK, Shares, type UnpaidWork } from './shares.ts';

/** What takes turns: a child with a document. */
export interface Runner {
  readonly process: Pick<ParserProcess, 'pause' | 'resume' | 'kill'>;
  readonly organizationId: string | null;
  readonly document: string | null;
}

/** What waits for its first turn. */
export interface Waiting {
  readonly organizationId: string | null;
  readonly document: string | null;
  readonly sizeBytes: number;
  readonly since: number;
}

/** A document that has just got a process gets at least this done. */
export const TURN_MS = 250;
/** Processes change hands when one organization has had so much more than another. Most documents have ended by then. */
export const LEAD_MS = 1_000;
/** So long an organization that lags behind has a process for a document beyond the others. Each document is tried so once. */
export const TRIAL_MS = 2_000;
/** Documents of paying organizations that follow each other within this time are one burst. */
export const BURST_GAP_MS = 250;
/** Organizations that pay nothing wait so long beside a burst, and then one of them runs for `TURN_MS`. */
export const YIELD_MS = 500;
/** Documents that needed longer. */
const MOST_REMEMBERED = 1_000;

/** Documents that have a process, running or paused, for each process that may run. A paused process keeps its memory. */
const HELD = 3;
/** The same for organizations with unpaid work, so that they leave processes to the others. */
const HELD_UNPAID = 2;

/**
 * The organization that used least is next, of several with as little the smallest document; or the one that has waited longest
 * for what it used.
 */
type Order = 'least' | 'due';
/** Lower ones go first; a later number decides between equal ones. */
type Rank = readonly [number, number, number];

interface Turn {
  state: 'running' | 'paused';
  /** When it came into that state. */
  since: number;
  chargedAt: number;
  ranMs: number;
  /** Of all pauses that are over. */
  pausedMs: number;
}

interface Owned {
  readonly organizationId: string | null;
}

export class Turns<R extends Runner> {
  readonly #turns = new Map<R, Turn>();
  readonly #shares = new Shares();
  readonly #processes: number;
  readonly #now: () => number;
  readonly #unpaid: UnpaidWork;
  readonly #long = new Set<string>();
  #next: Order = 'least';
  /** When a paying organization had a process last, and when another one ran last. */
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
    this.#turns.set(runner, { state: 'running', since: now, chargedAt: now, ranMs: 0, pausedMs: 0 });
    if (this.#pays(runner)) this.#pauseUnpaid(now);
  }

  end(runner: R): void {
    this.#charge();
    this.#turns.delete(runner);
  }

  resume(runner: R): void {
    const turn = this.#turns.get(runner);
    if (turn === undefined) return;
    const now = this.#now();
    Object.assign(turn, { state: 'running', since: now, chargedAt: now, pausedMs: this.#pausedMs(turn) });
    runner.process.resume();
  }

  /**
   * Makes a place for one of the documents that are paused or have not begun, and answers which; null when all have to wait.
   * The two orders alternate: by the first one nobody waits for those who use much, by the second one nobody waits for ever,
   * however many come anew.
   */
  next<W extends Waiting>(waiting: readonly W[]): R | W | null {
    this.#charge();
    const orders: readonly Order[] = this.#next === 'least' ? ['least', 'due'] : ['due', 'least'];
    for (const order of orders) {
      const candidate = this.#firstBy(order, waiting);
      if (candidate === null || !this.#makeRoomFor(candidate)) continue;
      this.#next = order === 'least' ? 'due' : 'least';
      return candidate;
    }
    return null;
  }

  /**
   * Ends documents that are to be begun anew later: those that have been paused for as long as they may, and one
   * that has a process beyond the others and does not end soon.
   */
  giveUpLate(): void {
    this.#charge();
    for (const runner of this.paused) {
      if (this.#pausedMs(this.#turnOf(runner)) < PAUSE_LIMIT_MS) continue;
      runner.process.kill(new ParserBusy('Others had the parsers for too long.'));
    }
    if (this.#turns.size < HELD * this.#processes) return;
    const [last, turn] = [...this.#turns].at(-1) ?? [];
    if (last === undefined || turn === undefined || turn.ranMs < TRIAL_MS) return;
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
    // A paused document has run already: it is not small.
    const resumable = this.paused.filter(mayRun);
    const paused = resumable.map((each) => ({ each, rank: rank(each, this.#turnOf(each).since, Infinity) }));
    const startable = waiting.filter((each) => mayRun(each) && this.#turns.size < this.#mostHeldFor(each));
    const others = startable.map((each) => ({ each, rank: rank(each, each.since, each.sizeBytes) }));
    const [first, ...rest] = [...paused, ...others];
    if (first === undefined) return null;
    return rest.reduce((least, candidate) => (isBefore(candidate.rank, least.rank) ? candidate : least), first).each;
  }

  /** Pauses the document whose organization is furthest ahead of the candidate's, if need be; answers whether there is a process. */
  #makeRoomFor(candidate: Owned): boolean {
    const unpaid = this.running.filter((runner) => this.#hasUnpaidWork(runner));
    // Organizations with unpaid work leave one process to the others, also while nobody else has a document.
    const isFull = this.#hasUnpaidWork(candidate) && unpaid.length >= Math.max(1, this.#processes - 1);
    if (!isFull && this.running.length < this.#processes) return true;
    const now = this.#now();
    const leadOf = (runner: R) => this.#used(runner, now) - this.#used(candidate, now);
    const above = (isFull ? unpaid : this.running).filter(
      (runner) => this.#hadTurn(runner, now) && (leadOf(runner) >= LEAD_MS || this.#precedes(candidate, runner)),
    );
    const [most] = above.toSorted((a, b) => leadOf(b) - leadOf(a));
    if (most === undefined) return false;
    this.#pause(most, now);
    return true;
  }

  /**
   * Leaves more than half of the processors to paying organizations while their documents follow each other: the stages around
   * the parser need them too.
   */
  #pauseUnpaid(now: number): void {
    const unpaid = this.running.filter((runner) => !this.#pays(runner));
    const due = unpaid.filter((runner) => this.#hadTurn(runner, now));
    for (const runner of due.slice(0, Math.max(0, unpaid.length - this.#mostBesideBurst))) this.#pause(runner, now);
  }

  /** Whether organizations that pay nothing wait. */
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
    Object.assign(this.#turnOf(runner), { state: 'paused', since: now });
  }

  #hadTurn(runner: R, now: number): boolean {
    return now - this.#turnOf(runner).since >= TURN_MS;
  }

  #precedes(candidate: Owned, other: Owned): boolean {
    return this.#pays(candidate) && !this.#pays(other);
  }

  #pays(each: Owned): boolean {
    return !this.#hasUnpaidWork(each) && !this.#unpaid.isFree(each.organizationId ?? '');
  }

  /** How many documents may have a process, with one of this organization among them. */
  #mostHeldFor(candidate: Waiting): number {
    if (this.#hasUnpaidWork(candidate)) return HELD_UNPAID * this.#processes;
    const isTried = candidate.document !== null && this.#long.has(candidate.document);
    const now = this.#now();
    const used = this.#used(candidate, now);
    const lagsBehind = [...this.#turns.keys()].some(
      (runner) => this.#used(runner, now) - used >= LEAD_MS || this.#precedes(candidate, runner),
    );
    return HELD * this.#processes - (lagsBehind && !isTried ? 0 : 1);
  }

  #hasUnpaidWork({ organizationId }: Owned): boolean {
    return this.#unpaid.of(organizationId ?? '') >= UNPAID_WORK_LIMIT_MS;
  }

  #in(state: Turn['state']): R[] {
    return [...this.#turns].filter(([, turn]) => turn.state === state).map(([runner]) => runner);
  }

  #turnOf(runner: R): Turn {
    const turn = this.#turns.get(runner);
    if (turn === undefined) throw new Error('It has no turn.');
    return turn;
  }

  #pausedMs({ state, since, pausedMs }: Turn): number {
    return pausedMs + (state === 'paused' ? this.#now() - since : 0);
  }

  /**
   * What its organization has had of the parsers lately, less the time that all of it has waited since: one that had a slow
   * document would else have to let pass whoever comes, for as long as the parsers are full.
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
    for (const [runner, turn] of this.#turns) {
      if (this.#pays(runner)) this.#paidAt = now;
      if (turn.state === 'paused') continue;
      if (!this.#pays(runner)) this.#unpaidAt = now;
      this.#shares.charge(runner.organizationId ?? '', now - turn.chargedAt, now);
      turn.ranMs += now - turn.chargedAt;
      turn.chargedAt = now;
    }
  }
}

function isBefore(rank: Rank, other: Rank): boolean {
  const at = rank.findIndex((value, index) => value !== other[index]);
  return at !== -1 && rank[at]! < other[at]!;
}
