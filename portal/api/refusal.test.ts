import { describe, expect, test } from 'vitest';
import { type Person, refusalOf, removalRefusal, resetRefusal, roleRefusal } from './refusal.ts';

function person(role: Person['role'], more: Partial<Person> = {}): Person {
  return { role, isConfirmed: true, isActive: true, ...more };
}

const other = (role: Person['role']) => ({ role, isOneself: false });

describe('why somebody may not do something', () => {
  test('the role comes first, then the address, then the organization', () => {
    const lost = { isConfirmed: false, isActive: false };
    expect(refusalOf(person('owner'), 'api-keys.write')).toBeNull();
    expect(refusalOf(person('member', lost), 'api-keys.write')).toBe('Only owners and admins may do this.');
    expect(refusalOf(person('admin', lost), 'team.role')).toBe('Only owners may do this.');
    expect(refusalOf(person('owner', lost), 'api-keys.write')).toBe('Confirm your e-mail address first.');
    expect(refusalOf(person('owner', { isActive: false }), 'api-keys.write')).toBe(
      'This organization has been deactivated.',
    );
    expect(refusalOf(person('owner', { isActive: false }), 'export.write')).toBeNull();
    expect(refusalOf(person('member', lost), 'api-keys.read')).toBeNull();
  });

  test('nobody removes an owner, admins remove members, and whoever is no owner may leave', () => {
    expect(removalRefusal(person('owner'), other('owner'))).toMatch(/^An owner cannot be removed/);
    expect(removalRefusal(person('owner'), { role: 'owner', isOneself: true })).toMatch(/^An owner cannot be removed/);
    expect(removalRefusal(person('owner'), other('admin'))).toBeNull();
    expect(removalRefusal(person('admin'), other('admin'))).toBe('Only owners may do this.');
    expect(removalRefusal(person('admin'), { role: 'admin', isOneself: true })).toBeNull();
    expect(removalRefusal(person('admin'), other('member'))).toBeNull();
    expect(removalRefusal(person('member'), other('member'))).toBe('Only owners and admins may do this.');
    expect(removalRefusal(person('member', { isActive: false }), { role: 'member', isOneself: true })).toBeNull();
  });

  test('owners reset the second factors of everybody, admins those of members', () => {
    expect(resetRefusal(person('owner'), 'owner')).toBeNull();
    expect(resetRefusal(person('admin'), 'member')).toBeNull();
    expect(resetRefusal(person('admin'), 'admin')).toBe('Only owners may do this.');
    expect(resetRefusal(person('member'), 'member')).toBe('Only owners and admins may do this.');
  });

  test('owners change the roles of others, and nobody their own', () => {
    expect(roleRefusal(person('owner'), other('owner'))).toBeNull();
    expect(roleRefusal(person('owner'), { role: 'owner', isOneself: true })).toMatch(
      /^You cannot change your own role/,
    );
    expect(roleRefusal(person('admin'), other('member'))).toBe('Only owners may do this.');
  });
});
