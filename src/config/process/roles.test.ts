import { describe, expect, it } from 'vitest';
import { readRoles, someRoles } from './roles.ts';

const ALONE = { hosted: false, siteBucket: false };
const HOSTED = { hosted: true, siteBucket: false };
const ALL = ['serve', 'publish', 'email', 'hooks', 'backend'];

describe('the roles of a process', () => {
  it.each([undefined, '', ' , '])('are all where %j is said', (text) => {
    const roles = readRoles(text, ALONE);
    expect([...roles]).toEqual(ALL);
    expect(someRoles(roles, false)).toBeNull();
  });

  it('are those that are named', () => {
    const roles = readRoles('publish, email,backend', ALONE);
    expect([...roles]).toEqual(['publish', 'email', 'backend']);
    expect(someRoles(roles, false)).toEqual(['publish', 'email', 'backend']);
  });

  it('have no backend beside a hosted project', () => {
    expect(someRoles(readRoles(undefined, HOSTED), true)).toBeNull();
    expect([...readRoles('email,backend', HOSTED)]).toEqual(['email']);
    expect(() => readRoles('backend', HOSTED)).toThrow(/^ROLES=backend leaves nothing to do/);
  });

  it('need a backend or a project', () => {
    expect(() => readRoles('publish,email', ALONE)).toThrow(
      /^ROLES=publish,email needs the role backend or PUBLIC_SUPABASE_URL\.$/,
    );
  });

  it('need somebody who makes the pages that they serve', () => {
    expect(() => readRoles('serve,backend', ALONE)).toThrow(
      'ROLES=serve,backend needs the role publish, or SITE_BUCKET to get pages from.',
    );
    expect(readRoles('serve,backend', { ...ALONE, siteBucket: true }).has('serve')).toBe(true);
  });

  it('refuse what is none', () => {
    expect(() => readRoles('serve,Pages', ALONE)).toThrow(
      "ROLES must be some of serve, publish, email, hooks and backend, with commas between, not 'Pages'.",
    );
  });
});
