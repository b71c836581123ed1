import { describe, expect, test } from 'vitest';
import { rights } from './role-words.ts';

function rolesOf(words: string) {
  return rights().find((right) => right.words === words)?.roles;
}

describe('the table of roles', () => {
  test('says of each thing who may do it, as the service decides', () => {
    expect(rolesOf('Send and compare documents, create batches')).toEqual(['owner', 'admin', 'member']);
    expect(rolesOf('Create, replace and revoke API keys')).toEqual(['owner', 'admin']);
    expect(rolesOf('Change the role of others')).toEqual(['owner']);
  });

  test('says whom each role may remove', () => {
    expect(rolesOf('Remove members')).toEqual(['owner', 'admin']);
    expect(rolesOf('Remove admins')).toEqual(['owner']);
    expect(rolesOf('Remove owners')).toBeUndefined();
    expect(rolesOf('Leave the organization')).toEqual(['admin', 'member']);
  });

  test('names nothing that nobody may do, and nothing twice', () => {
    const words = rights().map((right) => right.words);
    expect(new Set(words).size).toBe(words.length);
    for (const { roles } of rights()) expect(roles.length).toBeGreaterThan(0);
  });
});
