import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BROWSER_KEYS, ownerOf } from '#browser/browser-keys.ts';
import { FLASH_KEY } from '#browser/flash.ts';
import { SIGN_OUT_COOKIE, SIGN_OUT_KEY } from '#browser/personal.ts';
import { DRAFT_PICTURES_KEY, SENDING_FLAG, SENT_PICTURES_KEY } from '#browser/sending-keys.ts';
import { SIDEBAR_COOKIE } from '#dashboards/shell/sidebar-state.ts';
import { AUTH_STORAGE_KEY } from '#data/browser-client.ts';
import { OWNER_KEY } from '#features/accounts/device-owner.store.ts';
import { ROLE_KEY, SESSION_EVENT } from '#features/accounts/role-cache.store.ts';
import { RECENT_KEY, SHORTLIST_KEY } from '#features/directory/shortlist/shortlist.store.ts';
import { WALL_FLAG } from '#features/pictures/queue/wall-sets.store.ts';
import { BEFORE_PAINT } from '#layouts/before-paint.ts';

const script = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const THEME_KEY = /KEY = '(.+)'/.exec(script('theme.ts'))?.[1] ?? '';

/** Scripts that spell the names of others: an import would cost every page bytes, and a wrong name nobody an error. */
it.each([
  ['before-paint.ts', BEFORE_PAINT, [AUTH_STORAGE_KEY, ROLE_KEY, THEME_KEY]],
  ['account.ts', script('account.ts'), [AUTH_STORAGE_KEY, ROLE_KEY, SESSION_EVENT]],
  ['site.ts', script('site.ts'), [SHORTLIST_KEY, SESSION_EVENT]],
  ['pending-flash.ts', script('pending-flash.ts'), [FLASH_KEY, SENDING_FLAG, WALL_FLAG]],
  ['flash.ts', script('flash.ts'), [SENDING_FLAG, WALL_FLAG]],
])('%s names what the stores keep as they do', (_, source, keys) => {
  const spelled = [...source.matchAll(/(["'])([\w.:-]+)\1/g)].map(([, , word]) => word);
  expect(spelled).toEqual(expect.arrayContaining(keys));
});

it('signed-out.ts reads the mark that the stores leave', () => {
  expect(script('signed-out.ts')).toContain(`${SIGN_OUT_COOKIE}=(`);
});

/** Source that runs in browsers, without its tests and what only the build runs. */
const SOURCES = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src', 'public'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter(
    (path) => /\.(tsx?|js|astro)$/.test(path) && !/\.test\.|^src\/(publish|server)\//.test(path),
  )
  .map((path) => ({ path, text: readFileSync(path, 'utf8').replace(/^\s*(\/?\*|\/\/).*$/gm, '') }));

/** Who may touch what a browser keeps. Others go through the stores, where a key is known by its name. */
const DOORS: Record<string, { touches: RegExp; files: RegExp }> = {
  localStorage: {
    touches: /(?<!['"])\blocalStorage\b(?!['"])/,
    files:
      /^src\/(browser\/browser-storage|features\/accounts\/role-cache\.store|data\/browser-client|layouts\/before-paint|islands\/client-interaction|components\/scripts\/(account|flash|pending-flash|site|theme))\.ts$/,
  },
  sessionStorage: {
    touches: /(?<!['"])\bsessionStorage\b(?!['"])/,
    files: /^src\/(browser\/browser-storage|components\/scripts\/pending-flash)\.ts$/,
  },
  cookie: {
    touches: /\.cookie\b|cookieStore/,
    files:
      /^src\/(dashboards\/shell\/use-sidebar|browser\/personal|components\/scripts\/signed-out)\.ts$/,
  },
  caches: { touches: /\bcaches\./, files: /^public\/sw\.js$/ },
  'a database or a channel': {
    touches: /indexedDB(?!')|BroadcastChannel|openDatabase|storage\.getDirectory/,
    files: /^src\/(browser\/personal|features\/pictures\/queue\/picture-store\.store)\.ts$/,
  },
};

describe('what a browser keeps', () => {
  it.each(Object.entries(DOORS))(
    '%s is touched only where it is known',
    (_, { touches, files }) => {
      const found = SOURCES.filter(({ text }) => touches.test(text)).map(({ path }) => path);
      expect(found).not.toEqual([]);
      expect(found.filter((path) => !files.test(path))).toEqual([]);
    },
  );

  it('has an owner, whatever its key', () => {
    const keys = SOURCES.flatMap(({ path, text }) =>
      [
        ...[...text.matchAll(/\bKEY\w* = (?:'|`|")([\w.-]+)/g)].map(([, key]) => key),
        ...[...text.matchAll(/\w*(?:_KEY|_FLAG|PREFIX|_COOKIE) = '([\w.-]+)'/g)].map(
          ([, key]) => key,
        ),
        ...[...text.matchAll(/(?:Storage|\bl)\[['"]([\w.-]+)['"]\]/g)].map(([, key]) => key),
        ...[...text.matchAll(/(?:get|set|remove)Item\('([\w.-]+)'/g)].map(([, key]) => key),
      ].map((key) => ({ path, key: key ?? '' })),
    );
    expect(keys.length).toBeGreaterThan(15);
    const areas = ['localStorage', 'sessionStorage', 'indexedDB', 'cookie', 'caches'] as const;
    const unknown = keys.filter(({ key }) => areas.every((area) => !ownerOf(area, key)));
    expect(unknown).toEqual([]);
  });

  it.each([
    ['localStorage', AUTH_STORAGE_KEY, 'person'],
    ['localStorage', `${AUTH_STORAGE_KEY}-code-verifier`, 'person'],
    ['localStorage', ROLE_KEY, 'person'],
    ['localStorage', OWNER_KEY, 'person'],
    ['localStorage', SHORTLIST_KEY, 'person'],
    ['localStorage', RECENT_KEY, 'person'],
    ['localStorage', 'quote.draft', 'person'],
    ['localStorage', 'quote.outbox.7d9', 'person'],
    ['localStorage', SENDING_FLAG, 'person'],
    ['localStorage', 'message.outbox.7d9', 'person'],
    ['localStorage', 'message.draft.lead.artist', 'person'],
    ['indexedDB', SENT_PICTURES_KEY, 'person'],
    ['indexedDB', DRAFT_PICTURES_KEY, 'person'],
    ['sessionStorage', FLASH_KEY, 'person'],
    ['sessionStorage', 'quote.own', 'person'],
    ['localStorage', THEME_KEY, 'device'],
    ['localStorage', SIGN_OUT_KEY, 'device'],
    ['cookie', SIDEBAR_COOKIE, 'device'],
    ['cookie', SIGN_OUT_COOKIE, 'device'],
    ['localStorage', 'quotes', undefined],
  ] as const)('%s %s is the %s’s', (area, key, whose) => {
    expect(ownerOf(area, key)).toBe(whose);
  });

  it('says so once of each', () => {
    const rows = BROWSER_KEYS.map(({ area, key }) => `${area} ${key}`);
    expect(new Set(rows).size).toBe(rows.length);
  });
});
