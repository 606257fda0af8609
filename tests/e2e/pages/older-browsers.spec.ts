import { photo } from '../fixtures/account-support.ts';
import { call, person, signIn } from '../fixtures/admin-support.ts';
import { choice, fill, openForm, quote, sendToArtists, submitButton } from '../fixtures/quote.ts';
import { expect, test } from '../fixtures/test.ts';

/** The oldest phones and browsers of the README: a browser of today without what came later. */

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    const later: [object: object, names: string[]][] = [
      [Promise, ['withResolvers', 'try']],
      [Object, ['groupBy']],
      [Map, ['groupBy']],
      [URL, ['canParse', 'parse']],
      [AbortSignal, ['any']],
      [Array, ['fromAsync']],
      [Response, ['json']],
      [Intl, ['Segmenter', 'DurationFormat']],
      [URLSearchParams.prototype, ['size']],
      [Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf']],
      [String.prototype, ['isWellFormed', 'toWellFormed']],
      [Element.prototype, ['checkVisibility', 'moveBefore', 'setHTMLUnsafe', 'getHTML']],
      [HTMLElement.prototype, ['showPopover', 'hidePopover', 'togglePopover', 'attachInternals']],
      [Document.prototype, ['startViewTransition']],
      [
        globalThis,
        [
          ...['requestIdleCallback', 'cancelIdleCallback', 'scheduler', 'OffscreenCanvas'],
          ...[
            'CompressionStream',
            'DecompressionStream',
            'CloseWatcher',
            'cookieStore',
            'Iterator',
          ],
          'onscrollend',
        ],
      ],
    ];
    const iterators = Object.getPrototypeOf(Object.getPrototypeOf([].values()));
    later.push([iterators, ['map', 'filter', 'reduce', 'some', 'every', 'find', 'toArray']]);
    for (const [object, names] of later)
      for (const name of names) Reflect.deleteProperty(object, name);
  });
});

test('searches the lists', async ({ page }) => {
  await page.goto('/artists');
  await page.getByLabel('Search', { exact: true }).fill('lettering');
  await expect(page).toHaveURL(/q=lettering/);
  await expect(page.getByText(/^Showing 1-\d+ of \d+ artists$/)).toBeVisible();
});

test('sends a request with a photo', async ({ page }) => {
  await openForm(page);
  await fill(page, quote());
  await page
    .getByRole('region', { name: 'Photos of the wall' })
    .getByLabel('Choose Photos')
    .setInputFiles(await photo('wall.jpg', { colour: '#d2337a', width: 1200 }));
  await submitButton(page).click();
  await expect(choice(page)).toBeVisible();
  await choice(page).getByRole('checkbox').first().check();
  await sendToArtists(page).click();
  await expect(page).toHaveURL(/\/thank-you$/);
  const own = await page.evaluate(() => localStorage.getItem('mural-request'));
  const { token } = JSON.parse(own ?? '{}');
  const stored = () => call('/rest/v1/rpc/request_photos', 'POST', { p_token: token }, null);
  await expect.poll(async () => (await stored()).body).toMatchObject({ photos: [{}] });
});

test('adds a photo to a portfolio', async ({ page }) => {
  await signIn(page, await person('artist'));
  await page.goto('/dashboard/artist/portfolio');
  await page
    .getByLabel('Upload photos')
    .setInputFiles(await photo('wall.jpg', { colour: '#1f8a70' }));
  const tiles = page.getByRole('list', { name: 'Portfolio photos' }).locator('li');
  await expect(tiles).toHaveCount(1);
});
