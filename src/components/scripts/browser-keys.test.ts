import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { AUTH_STORAGE_KEY } from '#data/browser-client.ts';
import { BEFORE_PAINT } from '#layouts/before-paint.ts';
import { FLASH_KEY } from '#stores/flash.ts';
import { SENDING_FLAG } from '#stores/outbox-entries.ts';
import { ROLE_KEY, SESSION_EVENT } from '#stores/role-cache.ts';
import { SHORTLIST_KEY } from '#stores/shortlist.ts';

const script = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const THEME_KEY = /KEY = '(.+)'/.exec(script('theme.ts'))?.[1] ?? '';

/** Scripts that spell the names of others: an import would cost every page bytes, and a wrong name nobody an error. */
it.each([
  ['before-paint.ts', BEFORE_PAINT, [AUTH_STORAGE_KEY, ROLE_KEY, THEME_KEY]],
  ['account.ts', script('account.ts'), [AUTH_STORAGE_KEY, ROLE_KEY, SESSION_EVENT]],
  ['site.ts', script('site.ts'), [SHORTLIST_KEY, SESSION_EVENT]],
  ['pending-flash.ts', script('pending-flash.ts'), [FLASH_KEY, SENDING_FLAG]],
  ['flash.ts', script('flash.ts'), [SENDING_FLAG]],
])('%s names what the stores keep as they do', (_, source, keys) => {
  const spelled = [...source.matchAll(/(["'])([\w.:-]+)\1/g)].map(([, , word]) => word);
  expect(spelled).toEqual(expect.arrayContaining(keys));
});
