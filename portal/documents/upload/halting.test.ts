import { expect, test } from 'vitest';
import { ERRORS } from '#domain/problem-codes.ts';
import { FixpointError } from '#clients/typescript/index.ts';
import { ApiProblem, problemOf, SignedOut, Unreachable } from '#portal/api/problem.ts';
import { haltsAll } from './halting.ts';

const refusal = (code: keyof typeof ERRORS) =>
  problemOf(new FixpointError(ERRORS[code].status, { code, detail: ERRORS[code].example }));

test('what would refuse every other file too halts them all', () => {
  const codes = [
    'quota_exceeded',
    'payment_past_due',
    'abnormal_usage',
    'rate_limited',
    'organization_inactive',
    'email_not_verified',
    'insufficient_role',
    'second_factor_required',
    'invalid_token',
    'service_unavailable',
  ] as const;
  expect(codes.filter((code) => !haltsAll(refusal(code)))).toEqual([]);
  expect(haltsAll(new SignedOut())).toBe(true);
  expect(haltsAll(new Unreachable())).toBe(true);
  expect(haltsAll(problemOf(new FixpointError(502, {})))).toBe(true);
});

test('what is wrong with one file halts no other', () => {
  const codes = [
    'not_a_pdf',
    'malformed_upload',
    'validation_failed',
    'file_too_large',
    'upload_stalled',
    'idempotency_key_in_use',
    'idempotency_key_reused',
    'internal_error',
  ] as const;
  expect(codes.filter((code) => haltsAll(refusal(code)))).toEqual([]);
  expect(haltsAll(new ApiProblem('Something went wrong on this page.'))).toBe(false);
});
