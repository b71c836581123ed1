/**
 * Whose turn it is. Each process at work is charged to an organization; one that has had its turn makes room for an
 * organization that has had less of the parsers lately: it is paused, and goes on where it was when it is due again.
 */
import { PAUSE_LIMIT_MS } from '#domain/submission.ts';
import { ParserBusy, type ParserProcess } from './parser-process.ts';
import { Shares } from './shares.ts';

/** What takes turns: a child with a document. */
export interface Runner {
  readonly process: Pick<ParserProcess, 'pause' | 'resume' | 'kill'>;
  readonly organizationId: string | null;
}

/** What waits for its first turn. */
export interface Waiting {
  readonly organizationId: string | null;
  readonly since: number;
}

/** Most documents have ended by then. */
export const TURN_MS = 1_000;
/** A paused process keeps its memory. */
const PAUSED_FOR_EACH_PROCESS = 2;

interface Turn {
  state: 'running' | 'paused';
  /** When it came into that state. */
  since: number;
  chargedAt: number;
  /** Of all pauses that are over. */
  pausedMs: number;
}

export class Turns<R extends Runner> {
  readonly #turns = new Map<R, Turn>();
  readonly #shares = new Shares();
  readonly #processes: number;
  readonly #now: () => number;

  /** @param now milliseconds of a clock that is never set back */
  constructor(processes: number, now: () => number) {
    this.#processes = processes;
    this.#now = now;
  }

  get running(): R[] {
    return this.#in('running');
  }

  get paused(): R[] {
    return this.#in('paused');
  }

  begin(runner: R): void {
    const now = this.#now();
    this.#turns.set(runner, { state: 'running', since: now, chargedAt: now, pausedMs: 0 });
  }

  end(runner: R): void {
    this.#charge();
    this.#turns.delete(runner);
  }

  resume(runner: R): void {
    const turn = this.#turns.get(runner);
    if (turn === undefined) return;
    const now = this.#now();
    this.#turns.set(runner, { state: 'running', since: now, chargedAt: now, pausedMs: this.#pausedMs(turn) });
    runner.process.resume();
  }

  /** Of what is paused, and what waits for its first turn, whatever is due first. */
  mostDue<W extends Waiting>(waiting: readonly W[]): R | W | null {
    this.#charge();
    const now = this.#now();
    const paused = this.paused.map((runner) => ({
      each: runner,
      due: this.#due(runner, this.#turnOf(runner).since, now),
    }));
    const others = waiting.map((each) => ({ each, due: this.#due(each, each.since, now) }));
    const [first, ...rest] = [...paused, ...others];
    if (first === undefined) return null;
    return rest.reduce((least, candidate) => (candidate.due < least.due ? candidate : least), first).each;
  }

  /** Pauses whoever has had a turn and most of the parsers lately, and more than who waits; answers whether there was one. */
  makeRoomFor(waiting: { readonly organizationId: string | null }): boolean {
    if (this.paused.length >= PAUSED_FOR_EACH_PROCESS * this.#processes) return false;
    const now = this.#now();
    const used = (each: { readonly organizationId: string | null }) => this.#used(each, now);
    const hadTurn = this.running.filter((runner) => now - this.#turnOf(runner).since >= TURN_MS);
    const above = hadTurn.filter((runner) => used(runner) > used(waiting));
    const [most] = above.toSorted((a, b) => used(b) - used(a));
    if (most === undefined) return false;
    most.process.pause();
    Object.assign(this.#turnOf(most), { state: 'paused', since: now });
    return true;
  }

  /** A document that others have kept waiting for as long as it may take ends here, and is begun anew later. */
  giveUpLate(): void {
    for (const runner of this.paused) {
      if (this.#pausedMs(this.#turnOf(runner)) < PAUSE_LIMIT_MS) continue;
      runner.process.kill(new ParserBusy('Others had the parsers for too long.'));
    }
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
  #due(candidate: { readonly organizationId: string | null }, since: number, now: number): number {
    const idleMs = this.#shares.idleMs(candidate.organizationId ?? '', now);
    return this.#used(candidate, now) - Math.min(now - since, idleMs);
  }

  #used({ organizationId }: { readonly organizationId: string | null }, now: number): number {
    return this.#shares.used(organizationId ?? '', now);
  }

  #charge(): void {
    const now = this.#now();
    for (const [{ organizationId }, turn] of this.#turns) {
      if (turn.state === 'paused') continue;
      this.#shares.charge(organizationId ?? '', now - turn.chargedAt, now);
      turn.chargedAt = now;
    }
  }
}
