/** The failures of the engine. Any other exception inside of it is a bug and no result. */
import type { EngineFailureCode, FailureDetails } from '#engine/facts/failure.ts';
import { type PlaceParts, placeOf } from '#engine/facts/finding.ts';
import type { StageName } from '#engine/facts/pipeline.ts';
import type { FailedFacts } from '#engine/facts/report.ts';

/** The document cannot be normalized. `code` is stable and a part of the contract. */
export class PdfFailure extends Error {
  readonly code: EngineFailureCode;
  readonly facts: FailureDetails | undefined;
  readonly place: PlaceParts | undefined;

  constructor(code: EngineFailureCode, facts?: FailureDetails, place?: PlaceParts) {
    super(facts ? `${code} ${JSON.stringify(facts)}` : code);
    this.name = 'PdfFailure';
    this.code = code;
    this.facts = facts;
    this.place = place;
  }
}

export function failedFacts({ code, facts, place }: PdfFailure, stage: StageName | null): FailedFacts {
  return { code, stage, ...(facts && { facts }), ...(place && { place: placeOf(place) }) };
}
