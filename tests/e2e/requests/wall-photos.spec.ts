import { connect } from 'node:net';
import sharp from 'sharp';
import {
  elsewhere,
  expectAccessible,
  photo,
  profileOf,
  sendRequest,
  toast,
} from '../fixtures/account-support.ts';
import { call, leadsOf, person } from '../fixtures/admin-support.ts';
import { type Cast, castOf } from '../fixtures/artists.ts';
import { choice, fill, openForm, quote, sendToArtists, submitButton } from '../fixtures/quote.ts';
import { type BrowserContext, expect, type Page, type Route, test } from '../fixtures/test.ts';

/** Photos of the wall, from the form to the artist, over a connection that breaks. */

const UPLOADS = '**/storage/v1/object/lead-photos/**';

const picker = (page: Page) => page.getByRole('region', { name: 'Photos of the wall' });
const chosen = (page: Page) => page.getByRole('list', { name: 'Chosen photos' });
const arrived = (page: Page) => page.getByRole('list', { name: 'Photos', exact: true });
const choose = async (page: Page, ...colours: string[]) =>
  picker(page)
    .getByLabel(/^(Choose|Add) Photos$/)
    .setInputFiles(
      await Promise.all(colours.map((colour) => photo(`${colour}.jpg`, { colour, width: 1200 }))),
    );

interface Stored {
  photos: { path: string; name: string; size: number }[];
}
/** A call of whoever has the link of a request. */
async function asGuest<T>(name: string, token: string): Promise<T> {
  const { status, body } = await call(`/rest/v1/rpc/${name}`, 'POST', { p_token: token }, null);
  if (status >= 300) throw new Error(JSON.stringify(body));
  return body as T;
}
const storedOf = (token: string) => asGuest<Stored>('request_photos', token);

/** Sends so many tenths of a request to the server and breaks the connection, or loses the answer of a whole one. */
async function cut(route: Route, tenths: number): Promise<void> {
  const request = route.request();
  const body = request.postDataBuffer() ?? Buffer.alloc(0);
  // Its page may be closed at any moment.
  if (tenths === 10) await route.fetch().catch(() => {});
  else {
    const { hostname, port, pathname } = new URL(request.url());
    const headers = { ...request.headers(), 'content-length': String(body.length) };
    const head = Object.entries(headers);
    await new Promise<void>((done) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(
          `POST ${pathname} HTTP/1.1\r\nhost: ${hostname}:${port}\r\n${head.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n`,
        );
        socket.write(body.subarray(0, Math.floor((body.length * tenths) / 10)), () =>
          socket.destroy(),
        );
      });
      socket.on('error', () => {});
      socket.on('close', () => done());
    });
  }
  await route.abort('connectionreset').catch(() => {});
}

let cast: Cast;
test.beforeAll(async () => {
  cast = await castOf(2, () => ({ featured: true, average_rating: 5 }));
});
test.afterAll(() => cast?.remove());

/**
 * Breaks every upload of this browser at another tenth, until there were all of them; says how many there were. The
 * next one waits for `goOn`, so that the page that tells of the last photo is known.
 */
async function breakUploads(context: BrowserContext, email: string) {
  const seen = { cuts: 0, early: 0 };
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  await context.route(UPLOADS, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    // The request was safe before the first byte of a photo.
    if ((await leadsOf(email)).length !== 1) seen.early++;
    if (seen.cuts <= 10) return cut(route, seen.cuts++);
    await mayGoOn;
    // Of a page that has been left meanwhile.
    return route.continue().catch(() => {});
  });
  return { uploads: seen, goOn };
}

test('photos follow their request over cuts at every tenth, reloads and closed tabs', async ({
  page,
  context,
}) => {
  const text = quote({ City: cast.city });
  const { uploads, goOn } = await breakUploads(context, text.Email);
  await openForm(page);
  await fill(page, text);
  await choose(page, 'teal', 'maroon');
  await expect(chosen(page).getByRole('img')).toHaveCount(2);
  await picker(page)
    .getByLabel('Add Photos')
    .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await expect(chosen(page)).toContainText('notes.txt isn’t a JPEG, PNG, WebP or AVIF file');
  await page.getByRole('button', { name: 'Remove notes.txt' }).click();
  await expectAccessible(page);
  // Kept with what is typed.
  await page.reload();
  await expect(chosen(page).getByRole('img')).toHaveCount(2);
  await choose(page, 'navy', 'olive');
  await expect(chosen(page).getByRole('img')).toHaveCount(4);
  await page.getByRole('button', { name: 'Remove olive.jpg' }).click();
  expect(uploads.cuts).toBe(0);

  await submitButton(page).click();
  await expect(toast(page, 'Quote request submitted successfully!')).toBeVisible();
  await expect(choice(page)).toBeVisible();
  const [artist] = cast.artists;
  await choice(page)
    .getByRole('checkbox', { name: `Select ${artist?.name}` })
    .check();
  await sendToArtists(page).click();
  await expect(page).toHaveURL(/\/thank-you$/);
  await expect(toast(page, 'Project sent to 1 artist(s)!')).toBeVisible();
  await expect(page.locator('#wall-photos')).toContainText('Your request has arrived; 3 photos');
  const { token } = JSON.parse(
    (await page.evaluate(() => localStorage.getItem('mural-request'))) ?? '{}',
  ) as { token: string };
  await expectAccessible(page);

  // Whatever page comes next goes on, whether the one before was left, reloaded or closed.
  let current = page;
  for (const address of ['/artists', '/quote', `/request#${token}`, '/', '/thank-you']) {
    const before = uploads.cuts;
    if (before > 10) break;
    await current.close();
    current = await context.newPage();
    await current.goto(address);
    await expect.poll(() => uploads.cuts).toBeGreaterThan(before);
    await current.reload();
    await expect.poll(() => uploads.cuts).toBeGreaterThan(Math.min(before + 1, 10));
  }
  await current.goto('/artists');
  goOn();
  await expect.poll(async () => (await storedOf(token)).photos.length).toBe(3);
  await expect(current.getByText(/photos? of your wall ha(s|ve) arrived/)).toBeVisible();
  expect(uploads).toEqual({ cuts: 11, early: 0 });
  const { photos } = await storedOf(token);
  expect(photos.map(({ name }) => name)).toEqual(['0', '1', '2']);
  expect(
    await current.evaluate(() =>
      Object.keys(localStorage).filter((key) => key.startsWith('wall.')),
    ),
  ).toEqual([]);

  // Once each, the right way up, and nothing of the camera left.
  await current.goto(`/request#${token}`);
  await expect(arrived(current).getByRole('img')).toHaveCount(3);
  const colours = await Promise.all(
    (await arrived(current).getByRole('img').all()).map(async (image) => {
      const answer = await current.request.get((await image.getAttribute('src')) ?? '');
      const picture = sharp(Buffer.from(await answer.body()));
      const { exif, format, width, height } = await picture.metadata();
      expect([exif, format, width, height]).toEqual([undefined, 'webp', 600, 1200]);
      const { dominant } = await picture.stats();
      return JSON.stringify(dominant);
    }),
  );
  expect(new Set(colours).size).toBe(3);
});

test('a guest adds and removes photos, artist and admin see them, and an erased request has none', async ({
  page,
  browser,
}) => {
  const artist = await person('artist');
  const profile = await profileOf(artist, { name: 'Ana Robledo' });
  const { id, token } = await sendRequest(null, 'Carmen Ibarra', 'A wall of cranes', [profile]);
  await page.goto(`/request#${token}`);
  await choose(page, 'teal', 'maroon');
  await expect(arrived(page).getByRole('img')).toHaveCount(2);
  await expectAccessible(page);
  // What is refused is named, and goes again when asked to.
  await page.route(UPLOADS, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 413, json: { statusCode: '413', message: 'x' } })
      : route.continue(),
  );
  await choose(page, 'navy');
  await expect(picker(page)).toContainText('The site refused it: it is too large.');
  await page.unroute(UPLOADS);
  await page.getByRole('button', { name: 'Try navy.jpg again' }).click();
  await expect(arrived(page).getByRole('img')).toHaveCount(3);
  await page.getByRole('button', { name: 'Remove Photo 1 of the wall' }).click();
  await expect(toast(page, 'Photo removed')).toBeVisible();
  await expect(arrived(page).getByRole('img')).toHaveCount(2);
  expect((await storedOf(token)).photos.map(({ name }) => name)).toEqual(['1', '2']);

  const asArtist = await elsewhere(browser, `/dashboard/artist/leads?lead=${id}`, artist);
  await expect(arrived(asArtist).getByRole('img')).toHaveCount(2);
  await expect(asArtist.getByRole('button', { name: /Remove Photo/ })).toHaveCount(0);
  await page.reload();
  const holders = page.getByRole('region', { name: 'Sent to' });
  await expect(holders.getByText('Seen', { exact: true })).toBeVisible();
  await expectAccessible(asArtist);
  await arrived(asArtist).getByRole('link', { name: 'Photo 1 of the wall' }).click();
  const gallery = asArtist.getByRole('dialog', { name: 'Photos' });
  await expect(gallery.getByRole('img', { name: 'Photo 1 of the wall' })).toBeVisible();
  await asArtist.keyboard.press('ArrowRight');
  await expect(gallery.getByRole('img', { name: 'Photo 2 of the wall' })).toBeVisible();
  await asArtist.keyboard.press('Escape');

  const asAdmin = await elsewhere(
    browser,
    `/dashboard/admin/leads?lead=${id}`,
    await person('admin'),
  );
  await expect(asAdmin.getByRole('dialog').getByRole('img', { name: /of the wall/ })).toHaveCount(
    2,
  );

  // Withdrawn: artists no longer see them, nobody adds more, and they can still be taken away.
  await asGuest('close_request', token);
  await page.reload();
  await expect(arrived(page).getByRole('img')).toHaveCount(2);
  await expect(picker(page).getByLabel(/^(Choose|Add) Photos$/)).toHaveCount(0);
  await asArtist.reload();
  await expect(asArtist.getByText('has withdrawn this request')).toBeVisible();
  await expect(asArtist.getByRole('main')).not.toContainText('Carmen Ibarra');
  await expect(arrived(asArtist)).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove Photo 2 of the wall' }).click();
  await expect(arrived(page).getByRole('img')).toHaveCount(1);
  await asGuest('erase_request', token);
  await expect(storedOf(token)).rejects.toThrow('link_refused');
});
