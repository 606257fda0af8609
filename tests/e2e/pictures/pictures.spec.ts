import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { openTile, profileOf, putFile, toast } from '../fixtures/account-support.ts';
import { asService, type Person, person, signIn } from '../fixtures/admin-support.ts';
import { ORIGIN } from '../fixtures/api.ts';
import { published } from '../fixtures/artists.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

/** Pictures as people meet them: no larger than they stand on the page, kept from others, taken where they can be read. */

/** Stripes that no other picture has, as large as a picture leaves a browser. */
function painting(seed: number): Promise<Buffer> {
  const stripes = Array.from(
    { length: 12 },
    (_, i) =>
      `<rect x="${i * 200}" width="200" height="1600" fill="hsl(${(seed * 67 + i * 29) % 360} 80% 50%)"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="2400" height="1600">${stripes.join('')}</svg>`;
  return sharp(Buffer.from(svg)).webp({ effort: 0 }).toBuffer();
}

async function put(owner: Person, object: string, body: Buffer): Promise<string> {
  await putFile(object, body, owner, 'image/webp');
  return `${ORIGIN}/storage/v1/object/public/${object}`;
}

/** An artist's profile with a photo and so many pictures in the portfolio. */
async function withPictures(owner: Person, count: number, over: object) {
  const profile_photo = await put(
    owner,
    `profile-photos/${owner.id}/profile.webp`,
    await painting(99),
  );
  const portfolio_images: string[] = [];
  for (let i = 0; i < count; i++) {
    const name = `portfolio-images/${owner.id}/${Date.now()}-${i}.webp`;
    portfolio_images.push(await put(owner, name, await painting(i)));
  }
  return profileOf(owner, { profile_photo, portfolio_images, ...over });
}

/** Pictures on the page that are much larger than what stands there. All have to come; there has to be one. */
async function oversized(page: Page): Promise<string[]> {
  const pictures = page.locator('main img:visible');
  await expect(pictures.first()).toBeVisible();
  const missing = () =>
    pictures.evaluateAll((images) =>
      (images as HTMLImageElement[]).flatMap((image) => {
        // Not only once somebody scrolls to it.
        image.loading = 'eager';
        // One transparent pixel stands for a picture until it is there.
        return image.complete && image.naturalWidth > 1 ? [] : [image.currentSrc || image.src];
      }),
    );
  // A busy machine draws them one after the other.
  await expect
    .poll(missing, { message: 'pictures that have not come', timeout: 60_000 })
    .toEqual([]);
  return pictures.evaluateAll((images) =>
    (images as HTMLImageElement[]).flatMap((image) => {
      const box = image.getBoundingClientRect();
      // An aspect that is cut off needs more width than is seen.
      const cut = Math.max(box.width, (box.height * image.naturalWidth) / image.naturalHeight);
      const most = 2.5 * cut * devicePixelRatio;
      return image.naturalWidth > Math.max(most, 161)
        ? [`${image.currentSrc}: ${image.naturalWidth} px in a box of ${Math.round(box.width)}`]
        : [];
    }),
  );
}

test.describe('pictures are as large as their boxes', () => {
  let artist: Person;
  test.beforeEach(async () => {
    artist = await person('artist');
  });

  test('on the dashboard of an artist, public or private', async ({ page }) => {
    const { id } = await withPictures(artist, 6, { public_visible: true });
    await signIn(page, artist);
    const copies: string[] = [];
    page.on('response', (answer) => {
      if (answer.url().includes('/storage/v1/') && answer.url().includes('-images/'))
        copies.push(answer.url());
    });
    for (const public_visible of [true, false]) {
      await asService(`/rest/v1/artists?id=eq.${id}`, 'PATCH', { public_visible });
      copies.length = 0;
      await page.goto('/dashboard/artist/portfolio');
      const tiles = page.getByRole('list', { name: 'Portfolio photos' }).getByRole('img');
      await expect(tiles).toHaveCount(6);
      expect(await oversized(page)).toEqual([]);
      // None of it came as an original.
      expect(copies).toEqual(Array(6).fill(expect.stringContaining('/render/image/')));

      const asked = (await openTile(page, 'Photo 1')).locator('img');
      await expect
        .poll(() => asked.evaluate((img: HTMLImageElement) => img.naturalWidth))
        .toBeGreaterThan(1);
      expect(await asked.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeLessThan(1300);

      await page.goto('/dashboard/artist/profile');
      await expect(page.getByRole('img', { name: /^Profile of/ })).toBeVisible();
      expect(await oversized(page)).toEqual([]);
    }
  });

  test('on public pages', async ({ page }) => {
    const mine = await withPictures(artist, 2, {
      name: `Pictured ${artist.id}`,
      city: `Coverton ${artist.id.slice(0, 8)}`,
      state: 'TX',
    });
    const city = `/mural-artists/coverton-${artist.id.slice(0, 8)}-tx`;
    await published(city, mine.slug);
    for (const address of ['/', '/artists', '/murals', '/service-areas', city]) {
      await page.goto(address);
      expect.soft(await oversized(page), address).toEqual([]);
    }
    // The first artist of a list that all stories share may have no picture.
    const heart = page.getByRole('button', { name: `Save ${mine.name}` });
    await heart.click();
    await expect(heart).toHaveAttribute('aria-pressed', 'true');
    await page.goto('/shortlist');
    expect(await oversized(page), 'shortlist').toEqual([]);
    await asService(`/rest/v1/artists?id=eq.${mine.id}`, 'PATCH', { public_visible: false });
  });
});

const IPHONE_PHOTO = await readFile(new URL('../fixtures/turned.heic', import.meta.url));
/** A photo as an iPhone takes it: its sensor's pixels lie on their side, and it says where it was taken. */
const heic = (name: string, mimeType = 'image/heic', buffer = IPHONE_PHOTO) => ({
  ...{ name, mimeType, buffer },
});

test('a HEIC photo is drawn in a browser that cannot read it', async ({ page }) => {
  const library: string[] = [];
  page.on('request', (request) => {
    if (/heic|wasm/.test(request.url())) library.push(request.url());
  });
  const artist = await person('artist');
  const { id } = await profileOf(artist);
  await signIn(page, artist);
  await page.goto('/dashboard/artist/portfolio');
  const upload = page.getByLabel('Upload photos');
  await expect(upload).toBeEnabled();
  expect(library).toEqual([]);

  // Whatever the device calls it.
  await upload.setInputFiles([heic('IMG_1.HEIC', '')]);
  await expect(toast(page, '1 image(s) added to portfolio')).toBeVisible();
  const shown = page.getByRole('list', { name: 'Portfolio photos' }).getByRole('img').first();
  await expect
    .poll(() =>
      shown.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]),
    )
    .toEqual([64, 96]);
  const [row] = await asService<{ portfolio_images: string[] }[]>(
    `/rest/v1/artists?id=eq.${id}&select=portfolio_images`,
  );
  const [url = ''] = row?.portfolio_images ?? [];
  const bytes = await (await page.request.get(url)).body();
  const { width, height, exif } = await sharp(bytes).metadata();
  expect([width, height, exif]).toEqual([64, 96, undefined]);
  // Upright: red above, blue below.
  const top = await sharp(bytes).extract({ left: 0, top: 0, width: 64, height: 30 }).stats();
  expect(top.dominant.r).toBeGreaterThan(top.dominant.b);

  await page.goto('/dashboard/artist/profile');
  await page.getByLabel('Upload photo').setInputFiles(heic('me.heic'));
  await page.getByRole('button', { name: 'Save Photo' }).click();
  await expect(toast(page, 'Profile photo updated')).toBeVisible();
});
