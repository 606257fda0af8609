import { describe, expect, it } from 'vitest';
import { readEnvironment } from '#config/process/environment.ts';
import {
  addressFindings,
  clockFinding,
  diskFinding,
  keyProject,
  keyRole,
  mediaFinding,
  migrationsFinding,
  NODES,
  nodeFinding,
  rolesFinding,
  senderFinding,
} from './rules.ts';

it.each([
  ['v22.22.0', 'ok'],
  ['v22.30.1', 'ok'],
  ['v22.21.9', 'fail'],
  ['v24.8.0', 'ok'],
  ['v24.7.9', 'fail'],
  ['v25.1.0', 'fail'],
  ['v26.0.0', 'ok'],
  ['v28.3.1', 'ok'],
  ['v20.20.2', 'fail'],
])('Node %s: %s', (version, status) => {
  expect(nodeFinding(version, NODES).status).toBe(status);
});

it('names the roles of a process that has some of them', () => {
  expect(rolesFinding(readEnvironment({}))).toEqual([]);
  expect(rolesFinding(readEnvironment({ ROLES: 'email,backend' }))).toEqual([
    {
      check: 'roles',
      status: 'ok',
      text: 'This process does email, backend; what else there is, others have to do.',
    },
  ]);
});

it.each([
  [0, 'fail'],
  [199 * 2 ** 20, 'fail'],
  [500 * 2 ** 20, 'warn'],
  [2 ** 30, 'ok'],
])('%i bytes free: %s', (free, status) => {
  const finding = diskFinding('/data', free);
  expect(finding.status).toBe(status);
  expect(finding.text).toContain('free in /data');
});

it.each([
  [0, 'ok'],
  [29_000, 'ok'],
  [-31_000, 'warn'],
  [301_000, 'fail'],
])('a clock that is %i ms off: %s', (off, status) => {
  expect(clockFinding(1_000_000_000 + off, 1_000_000_000, 'another').status).toBe(status);
});

describe('the public address', () => {
  const findings = (env: Record<string, string>) =>
    addressFindings(readEnvironment(env)).map(({ status, text }) => `${status} ${text}`);

  it('may be this machine’s while nobody else reaches it', () => {
    expect(findings({})).toEqual(['ok http://127.0.0.1:4321, which only this machine reaches.']);
  });
  it('has to be said where others do', () => {
    expect(findings({ HOST: '0.0.0.0' })[0]).toMatch(/^fail .*set SITE_URL/);
  });
  it('needs https', () => {
    expect(findings({ SITE_URL: 'http://muro.example' })[0]).toMatch(/^fail .*https/);
  });
  it('needs a word about the proxy that gives it', () => {
    expect(findings({ SITE_URL: 'https://muro.example' })[1]).toMatch(/^warn TRUST_PROXY/);
    const all = findings({ SITE_URL: 'https://muro.example', TRUST_PROXY: '1' });
    expect(all).toEqual(['ok https://muro.example.']);
  });
});

describe('migrations', () => {
  const files = ['20260101000100_one.sql', '20260101000200_two.sql', 'README.md'];
  it.each([
    [['20260101000100', '20260101000200'], true, 'ok', 'All 2'],
    [['20260101000100'], true, 'fail', '20260101000200_two.sql'],
    [['20260101000100'], false, 'warn', 'npm start'],
    [['20260101000100', '20260101000200', '20990101000000'], true, 'fail', '20990101000000'],
    [null, true, 'warn', 'keeps no list'],
  ])('%j on a hosted project: %s, %s', (known, hosted, status, text) => {
    const finding = migrationsFinding(files, known, hosted);
    expect(finding.status).toBe(status);
    expect(finding.text).toContain(text);
  });
});

describe('a key', () => {
  const jwt = (claims: object) =>
    `eyJ.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;
  it.each([
    ['sb_publishable_abc', 'publishable'],
    ['sb_secret_abc', 'secret'],
    [jwt({ role: 'anon' }), 'publishable'],
    [jwt({ role: 'service_role' }), 'secret'],
    [jwt({}), null],
    ['nonsense', null],
    ['a.b.c', null],
  ])('%s is %s', (key, role) => {
    expect(keyRole(key)).toBe(role);
  });
  it('of the older kind names its project', () => {
    expect(keyProject(jwt({ ref: 'abcd' }))).toBe('abcd');
    expect(keyProject('sb_secret_abc')).toBeNull();
  });
});

it('names the statement that tells the database where pictures are', () => {
  expect(mediaFinding('https://a.example', 'https://a.example').status).toBe('ok');
  for (const other of [null, 'http://old.example'])
    expect(mediaFinding(other, 'https://a.example')).toMatchObject({
      status: 'fail',
      text: expect.stringContaining("values ('media_origin', 'https://a.example')"),
    });
});

it.each([
  ['hello@muro.app', 'https://muro.app', 'ok'],
  ['hello@muro.app', 'https://www.muro.app', 'ok'],
  ['hello@mail.muro.app', 'https://muro.app', 'ok'],
  ['hello@muro.app', 'https://other.app', 'warn'],
  ['hello@notmuro.app', 'https://muro.app', 'warn'],
  ['hello@example.com', 'https://example.com', 'warn'],
])('mails from %s that lead to %s: %s', (from, origin, status) => {
  const { mail } = readEnvironment({ SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: from });
  expect(senderFinding(mail, origin).status).toBe(status);
});
