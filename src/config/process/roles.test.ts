import { describe, expect, it } from 'vitest';
import { readRoles, someRoles } from './roles.ts';

const ALL = ['serve', 'publish', 'email', 'hooks', 'backend'];

describe('the roles of a process', () => {
  it.each([undefined, '', ' , '])('are all where %j is said', (text) => {
    const roles = readRoles(text, false);
    expect([...roles]).toEqual(ALL);
    expect(someRoles(roles, false)).toBeNull();
  });

  it('are those that are named', () => {
    const roles = readRoles('publish, email,backend', false);
    expect([...roles]).toEqual(['publish', 'email', 'backend']);
    expect(someRoles(roles, false)).toEqual(['publish', 'email', 'backend']);
  });

  it('have no backend beside a hosted project', () => {
    expect(someRoles(readRoles(undefined, true), true)).toBeNull();
    expect([...readRoles('email,backend', true)]).toEqual(['email']);
    expect(() => readRoles('backend', true)).toThrow(/^ROLES=backend leaves nothing to do/);
  });

  it('need a backend or a project', () => {
    expect(() => readRoles('publish,email', false)).toThrow(
      /^ROLES=publish,email needs the role backend or PUBLIC_SUPABASE_URL\.$/,
    );
  });

  it('refuse what is none', () => {
    expect(() => readRoles('serve,Pages', false)).toThrow(
      "ROLES must be some of serve, publish, email, hooks and backend, with commas between, not 'Pages'.",
    );
  });
});
