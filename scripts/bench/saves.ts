import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import type { Language } from '#config/language.ts';
import { LANGUAGES, pathIn } from '#config/language-paths.ts';
import { BIO_PARTS_FILE } from '#features/directory/search/bio-index.ts';
import { processesOf } from '#tests/support/processes.ts';
import type { RunningProduct } from '#tests/support/product.ts';
import { openClient } from './client.ts';
import { settled } from './settled.ts';
import { type Figure, type Summary, summary, withinGoal } from './stats.ts';

/** Milliseconds. */
interface MeasuredSaves {
  /** A PATCH of an artist's session while nobody publishes. */
  alone: Summary;
  /** From the PATCH until the page says it, one save right after the other. */
  served: Summary;
  /** Until the Spanish page says it too, by the language of the account that saved. */
  both: Readonly<Record<Language, Readonly<Record<Language, Summary>>>>;
  /** The same of artists who save all at once. */
  burst: Summary;
  /** From the last save of the burst until nothing waits to be published. */
  drained: number;
  searchIndex: number;
  /** From the press on Publish until a mural stands on its page, its artist's, its city's and the list of murals. */
  murals: Summary;
}

const SAVES = 100;
const MURALS = 20;
const BURST = 200;
const BURST_MS = 5000;
const PASSWORD = 'mural-demo-2026';

interface Saver {
  headers: Record<string, string>;
  id: string;
  page: string;
}

/** An artist who is signed in, with a picture that a mural of theirs may show. */
interface Measured extends Saver {
  picture: string;
}

/**
 * How long a saved biography takes to be served, over HTTP as a browser does it: one artist who saves again and again
 * without a rest, and 200 artists within five seconds. Left out: browsers, TLS and the way through a network; the burst
 * comes with the secret key, because a sign-in of 200 artists takes longer than it.
 */
export async function measureSaves(product: RunningProduct): Promise<MeasuredSaves> {
  const keys = JSON.parse(await readFile(path.join(product.dataDir, 'keys.json'), 'utf8'));
  const client = openClient(product.origin);
  const call: Call = async (...asked) => (await client(...asked)).toString();
  const artist = await signedIn(call, product.origin, keys.publishableKey);
  await settled();
  const publisher = processesOf(product.pid).find(({ part }) => part === 'publisher');
  if (!publisher) throw new Error('There is no publisher.');
  const alone: number[] = [];
  process.kill(publisher.pid, 'SIGSTOP');
  try {
    for (let n = 0; n < SAVES; n++) alone.push(await save(call, artist, `Alone ${n}`));
  } finally {
    process.kill(publisher.pid, 'SIGCONT');
  }
  await untilDrained(call, keys.secretKey);
  const served: number[] = [];
  for (let n = 0; n < SAVES; n++) served.push(await savedAndServed(call, artist, `Served ${n}`));
  await untilDrained(call, keys.secretKey);
  const both = {
    en: await inBothLanguages(call, artist, 'en'),
    es: await inBothLanguages(call, artist, 'es'),
  };
  await speak(call, artist, 'en');
  await untilDrained(call, keys.secretKey);
  const murals: number[] = [];
  for (let n = 0; n < MURALS; n++) murals.push(await published(call, artist, keys.secretKey));
  await untilDrained(call, keys.secretKey);

  const headers = { apikey: keys.secretKey };
  const rows: { id: string; slug: string }[] = JSON.parse(
    await call(`/rest/v1/artists?select=id,slug&public_visible=eq.true&limit=${BURST}`, headers),
  );
  let lastSave = 0;
  const burst = await Promise.all(
    Array.from({ length: BURST }, async (_, n) => {
      const row = rows[n % rows.length] ?? { id: '', slug: '' };
      await pause((n * BURST_MS) / BURST);
      const saver = { headers, id: row.id, page: `/artist/${row.slug}` };
      return savedAndServed(call, saver, `Burst ${n}`, () => {
        lastSave = performance.now();
      });
    }),
  );
  await untilDrained(call, keys.secretKey);
  const drained = performance.now() - lastSave;
  return {
    alone: summary(alone),
    served: summary(served),
    both,
    burst: summary(burst),
    drained,
    searchIndex: await untilIndexed(call, artist),
    murals: summary(murals),
  };
}

export function savesFigures(at: string, saves: MeasuredSaves): Figure[] {
  const figure = (name: string, value: number, limit: number, detail?: object) =>
    withinGoal(limit, 'ms', `${name}, ${at}`, value, detail);
  const beyond = (name: 'p50' | 'p95', limit: number) =>
    figure(
      `saved to served, back to back, ${name} beyond the PATCH alone`,
      saves.served[name] - saves.alone[name],
      limit,
      saves,
    );
  return [
    beyond('p50', 25),
    beyond('p95', 60),
    ...LANGUAGES.map((language) => {
      const { en, es } = saves.both[language];
      const later = language === 'en' ? es.p50 - en.p50 : en.p50 - es.p50;
      const name = `saved to served in the other language, p50 beyond the saver’s (${language})`;
      return figure(name, later, 10);
    }),
    figure('mural published to seen on all its pages, p95', saves.murals.p95, 1000),
    figure(`own page of ${BURST} saves in ${BURST_MS / 1000} s, p95`, saves.burst.p95, 400),
    figure('outbox empty after the last of them', saves.drained, 3000),
    figure('search index fresh', saves.searchIndex, 30_000),
  ];
}

type Call = (...asked: Parameters<ReturnType<typeof openClient>>) => Promise<string>;

async function signedIn(call: Call, origin: string, apikey: string): Promise<Measured> {
  const body = { email: 'artist@example.com', password: PASSWORD };
  const session = JSON.parse(
    await call('/auth/v1/token?grant_type=password', { apikey }, { body }),
  ) as { access_token: string; user: { id: string } };
  const headers = { apikey, authorization: `Bearer ${session.access_token}` };
  const own = `/rest/v1/artists?select=id,slug&user_id=eq.${session.user.id}`;
  const [row] = JSON.parse(await call(own, headers)) as { id: string; slug: string }[];
  if (!row) throw new Error('The demo artist has no profile.');
  const picture = await uploaded(origin, headers, session.user.id);
  return { headers, id: row.id, page: `/artist/${row.slug}`, picture };
}

/** The address of a picture of the artist's own: those of a made-up directory belong to nobody. */
async function uploaded(origin: string, headers: Saver['headers'], owner: string): Promise<string> {
  const file = `portfolio-images/${owner}/measured-wall.webp`;
  const wall = sharp({ create: { width: 1200, height: 800, channels: 3, background: '#c40f68' } });
  const answer = await fetch(`${origin}/storage/v1/object/${file}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'image/webp' },
    body: new Uint8Array(await wall.webp().toBuffer()),
  });
  if (!answer.ok) throw new Error(`The picture was not taken: ${await answer.text()}`);
  return `${origin}/storage/v1/object/public/${file}`;
}

async function save(call: Call, { headers, id }: Saver, bio: string): Promise<number> {
  const started = performance.now();
  await call(`/rest/v1/artists?id=eq.${id}`, headers, { method: 'PATCH', body: { bio } });
  return performance.now() - started;
}

async function savedAndServed(
  call: Call,
  saver: Saver,
  text: string,
  onSaved = () => {},
): Promise<number> {
  const mark = `${text} at ${Date.now()}.`;
  const started = performance.now();
  await save(call, saver, mark);
  onSaved();
  while (!(await call(saver.page)).includes(mark)) await pause(1);
  return performance.now() - started;
}

const speak = (call: Call, { headers }: Saver, locale: Language) =>
  call('/auth/v1/user', headers, { method: 'PUT', body: { data: { locale } } });

/** From the PATCH until each language's page says it, of an account that speaks one of them. */
async function inBothLanguages(call: Call, saver: Saver, locale: Language) {
  await speak(call, saver, locale);
  const took: Record<Language, number[]> = { en: [], es: [] };
  for (let n = 0; n < SAVES; n++) {
    const mark = `In ${locale} ${n} at ${Date.now()}.`;
    const started = performance.now();
    await save(call, saver, mark);
    const shown = async (language: Language) => {
      while (!(await call(pathIn(language, saver.page))).includes(mark)) await pause(1);
      took[language].push(performance.now() - started);
    };
    await Promise.all(LANGUAGES.map(shown));
  }
  return { en: summary(took.en), es: summary(took.es) };
}

/** How long a mural takes from its draft to the four pages that show it; it is taken away again. */
async function published(call: Call, artist: Measured, secretKey: string): Promise<number> {
  const title = `Measured wall ${Date.now()}`;
  const body = { title, city: 'San Antonio', state: 'TX', image_url: artist.picture };
  const headers = { ...artist.headers, prefer: 'return=representation' };
  const [mural] = JSON.parse(await call('/rest/v1/murals', headers, { body })) as [
    { id: string; slug: string },
  ];
  const row = `/rest/v1/murals?id=eq.${mural.id}`;
  await untilDrained(call, secretKey);
  const started = performance.now();
  await call(row, artist.headers, { method: 'PATCH', body: { public_visible: true } });
  const shows = async (page: string) => {
    while (!(await call(page).catch(() => '')).includes(title)) await pause(5);
  };
  const city = '/mural-artists/san-antonio-tx';
  await Promise.all([`/mural/${mural.slug}`, artist.page, city, '/murals'].map(shows));
  const took = performance.now() - started;
  await call(row, artist.headers, { method: 'DELETE' });
  return took;
}

async function untilDrained(call: Call, apikey: string): Promise<void> {
  const body = { p_limit: 1 };
  while ((await call('/rest/v1/rpc/read_site_changes', { apikey }, { body })) !== '[]')
    await pause(20);
}

/** Until the index that the server gives has taken in a change. */
async function untilIndexed(call: Call, artist: Saver): Promise<number> {
  const entry = () => call(`/pagefind/${BIO_PARTS_FILE}`);
  let before = await entry();
  // An earlier change may still be on its way into the index.
  for (let calm = 0; calm < 8; calm++) {
    await pause(1000);
    const now = await entry();
    if (now !== before) calm = 0;
    before = now;
  }
  const started = performance.now();
  await save(call, artist, `Indexed at ${Date.now()}`);
  while ((await entry()) === before) await pause(50);
  return performance.now() - started;
}
