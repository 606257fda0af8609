import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerUnsubscribe } from '#server/unsubscribe.ts';
import { raw, type TestSite, testSite } from './fixture.ts';

const TOKEN = 'Ab_-9'.repeat(8);
let site: TestSite;
let ended: string[];
let down: boolean;
let logged: string[];
beforeEach(async () => {
  ended = [];
  logged = [];
  down = false;
  site = await testSite({
    hooks: answerUnsubscribe({
      end: async (token) => {
        if (down) throw new Error('the database is away');
        ended.push(token);
      },
      log: (line) => logged.push(line),
    }),
    listeners: new Set([(answer) => void logged.push(JSON.stringify(answer))]),
  });
});
afterEach(() => site.close());

const post = (token: string, body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(`${site.url}/unsubscribe/${token}`, { method: 'POST', body, headers });

describe('one click of a mailbox', () => {
  it.each([
    ['as a form', new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })],
    [
      'as a form of several parts',
      (() => {
        const form = new FormData();
        form.set('List-Unsubscribe', 'One-Click');
        return form;
      })(),
    ],
    ['as text', 'List-Unsubscribe=One-Click'],
    ['as nothing', ''],
  ])('%s ends such mails, without a cookie', async (_form, body) => {
    const answer = await post(TOKEN, body);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('You get no more emails like that one.');
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(ended).toEqual([TOKEN]);
  });

  it('is asked for again when it could not be noted, and refused when it brings too much', async () => {
    down = true;
    const later = await post(TOKEN, '');
    expect([later.status, later.headers.get('retry-after')]).toEqual([503, '60']);
    down = false;
    expect((await post(TOKEN, 'x'.repeat(5000))).status).toBe(413);
    expect(ended).toEqual([]);
  });
});

describe('looking', () => {
  it.each(['GET', 'HEAD'])('by %s leads to the page and changes nothing', async (method) => {
    const answer = await site.get(`/unsubscribe/${TOKEN}`, {}, method);
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toBe(`/unsubscribe#${TOKEN}`);
    expect(answer.headers['referrer-policy']).toBe('no-referrer');
    expect(ended).toEqual([]);
  });

  it('in any other way is refused', async () => {
    for (const method of ['PUT', 'DELETE', 'OPTIONS']) {
      const answer = await site.get(`/unsubscribe/${TOKEN}`, {}, method);
      expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD, POST']);
    }
    expect(ended).toEqual([]);
  });

  it('leads nowhere else and makes no header', async () => {
    const { port } = site.server;
    for (const path of ['/unsubscribe/%0d%0aSet-Cookie:x=1', '/unsubscribe//evil.example']) {
      const text = await raw(port, `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
      expect(text).toMatch(/\r\nlocation: \/unsubscribe#/);
      expect(text).not.toMatch(/\r\nset-cookie/i);
    }
  });
});
