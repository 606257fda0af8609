import sharp from 'sharp';
import { photo, profileOf, toast } from '../fixtures/account-support.ts';
import { type Person, person, readArtist, signIn } from '../fixtures/admin-support.ts';
import { expect, type Page, type Route, test } from '../fixtures/test.ts';

const COLOURS = [
  ...['#d2337a', '#f5b32e', '#004358', '#1f8a70'],
  ...['#fd7400', '#3d6b8f', '#ffffff', '#202020'],
];

const picker = (page: Page) => page.getByLabel('Upload photos');
const tiles = (page: Page) => page.getByRole('list', { name: 'Portfolio photos' }).locator('li');
const stored = async (id: string) =>
  ((await readArtist(id)) as unknown as { portfolio_images: string[] }).portfolio_images;

/** Lets this many uploads of a page through and holds the others; gives what lets more of the page's own through. */
async function gate(page: Page, open: number): Promise<(more: number) => void> {
  let places = open;
  let held: Route[] = [];
  // Those of the page before go with it.
  page.on('framenavigated', () => {
    held = [];
  });
  const pass = () => {
    for (const route of held.splice(0, places)) {
      places -= 1;
      void route.continue();
    }
  };
  await page.route('**/storage/v1/object/portfolio-images/**', (route: Route) => {
    if (route.request().method() !== 'POST') return void route.continue();
    held.push(route);
    pass();
  });
  return (more) => {
    places = more;
    pass();
  };
}

let artist: Person;
test.beforeEach(async ({ page }) => {
  artist = await person('artist');
  await signIn(page, artist);
});

test('eight pictures arrive once each and in order, over a lost connection and a reload', async ({
  page,
  context,
}) => {
  const { id } = await profileOf(artist);
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    return dialog.accept();
  });
  const letThrough = await gate(page, 2);
  await page.goto('/dashboard/artist/portfolio');
  await picker(page).setInputFiles(
    await Promise.all(COLOURS.map((colour, n) => photo(`wall-${n + 1}.jpg`, { colour }))),
  );
  await expect(tiles(page)).toHaveCount(2);
  await expect(page.getByText('2 of 8 saved')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Photos saved' })).toBeVisible();

  await context.setOffline(true);
  await expect(page.getByText('Waiting for the connection…')).toBeVisible();
  await expect(page.getByText('You can leave and finish later.')).toBeVisible();
  await context.setOffline(false);
  await page.reload();
  letThrough(2);
  await expect(tiles(page)).toHaveCount(4);

  // The page goes without a question: this browser has what is left.
  await page.reload();
  letThrough(COLOURS.length);
  await expect(toast(page, '4 image(s) added to portfolio')).toBeVisible();
  await expect(tiles(page)).toHaveCount(8);
  expect(asked).toEqual([]);
  const urls = await stored(id);
  expect(urls.map((url) => /-(\d)\.\w+$/.exec(url)?.[1]).join('')).toBe('01234567');
  await page.reload();
  await expect(tiles(page)).toHaveCount(8);
  await expect(page.getByText('saved', { exact: false })).toHaveCount(0);
});

test('pictures are dropped and pasted; a photo of a phone keeps its colours', async ({ page }) => {
  const { id } = await profileOf(artist);
  await page.goto('/dashboard/artist/portfolio');
  await expect(page.getByText('Your walls go here')).toBeVisible();
  const orange = sharp({ create: { width: 90, height: 60, channels: 3, background: '#fd7400' } });
  const wide = await orange.withMetadata({ icc: 'p3', orientation: 6 }).jpeg().toBuffer();
  const { buffer } = await photo('pasted.jpg', { colour: '#004358' });
  await page.evaluate(
    ([dropped, pasted]) => {
      const held = (name: string, base64: string) => {
        const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
        const data = new DataTransfer();
        data.items.add(new File([bytes], name, { type: 'image/jpeg' }));
        return data;
      };
      const bubbles = { bubbles: true, cancelable: true };
      document.body.dispatchEvent(
        new DragEvent('drop', { ...bubbles, dataTransfer: held('wide.jpg', dropped) }),
      );
      document.body.dispatchEvent(
        new ClipboardEvent('paste', { ...bubbles, clipboardData: held('pasted.jpg', pasted) }),
      );
    },
    [wide.toString('base64'), buffer.toString('base64')] as const,
  );
  await expect(tiles(page)).toHaveCount(2);
  const [url = ''] = await stored(id);
  const sent = await page.request.get(url);
  const { data, info } = await sharp(await sent.body())
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([60, 90]);
  for (const [channel, level] of [0xfd, 0x74, 0x00].entries())
    expect(Math.abs((data[channel] ?? 0) - level), `channel ${channel}`).toBeLessThan(12);
});

test('photos outlive a reload in a browser whose database takes no files', async ({ page }) => {
  // As WebKit in a private window.
  await page.addInitScript(() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (value, key) {
      const holdsFile = (value.files as unknown[]).some((file) => file instanceof Blob);
      if (holdsFile) throw new DOMException('Error preparing Blob/File data', 'UnknownError');
      return put.call(this, value, key);
    };
  });
  const letThrough = await gate(page, 0);
  await page.goto('/dashboard/artist/portfolio');
  await picker(page).setInputFiles([await photo('wall.jpg', { colour: '#1f8a70' })]);
  await expect(page.getByText('You can leave and finish later.')).toBeVisible();
  await page.reload();
  letThrough(1);
  await expect(toast(page, '1 image(s) added to portfolio')).toBeVisible();
  await expect(tiles(page)).toHaveCount(1);
});
