import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { profileOf, toast } from '../fixtures/account-support.ts';
import { asService, person, signIn } from '../fixtures/admin-support.ts';
import { expect, test } from '../fixtures/test.ts';

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
