import { pauseChoices } from '#features/artists/pause.ts';
import { type Cast, castOf, type MadeArtist } from '../fixtures/artists.ts';
import { toast } from '../fixtures/quote.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

let cast: Cast;
/** The month after the next. */
const [, pause = { value: '', label: '' }] = pauseChoices();

test.beforeAll(async () => {
  cast = await castOf(6, (i, tag) => ({
    // The second is where the map knows; the others are in a town of this story alone.
    city: i === 1 ? 'New Braunfels' : `Marfa ${tag}`,
    surfaces: [i === 1 ? 'brick' : 'stucco'],
    minimum_price: i === 1 ? 12_500 : null,
    public_visible: i !== 2,
    paused_until: i === 3 ? pause.value : null,
  }));
});
test.afterAll(() => cast.remove());

const artist = (i: number) => cast.artists[i] as MadeArtist;
const address = (...of: number[]) => `/compare?artists=${of.map((i) => artist(i).slug).join(',')}`;
const table = (page: Page) => page.getByRole('table');
const columns = (page: Page) => table(page).getByRole('columnheader');
const row = (page: Page, name: string) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
    .getByRole('cell');

/** What a browser keeps of somebody who pressed hearts. */
async function save(page: Page, ...of: number[]): Promise<void> {
  await page.goto('/shortlist');
  const kept = of.map((i) => ({ slug: artist(i).slug, name: artist(i).name, place: cast.city }));
  await page.evaluate(
    (text) => localStorage.setItem('mural-shortlist', text),
    JSON.stringify(kept),
  );
  await page.reload();
}

test('a shortlist side by side: who, how far, one less, sent on, on a phone and on paper', {
  tag: '@core',
}, async ({ page, context }) => {
  await save(page, 0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Shortlist');
  const compare = page.getByRole('link', { name: 'Compare', exact: true });
  await expect(compare).toBeHidden();
  await save(page, 0, 1, 2, 3, 4, 5);
  const box = (i: number) => page.getByRole('checkbox', { name: `Compare ${artist(i).name}` });
  await expect(box(3)).toBeChecked();
  await expect(box(4)).toBeDisabled();
  await box(0).uncheck();
  await box(4).check();
  await expect(box(5)).toBeDisabled();
  await expect(compare).toHaveAttribute('href', address(1, 2, 3, 4));
  await compare.click();

  await expect(columns(page)).toHaveText([1, 3, 4].map((i) => artist(i).name));
  await expect(page.getByText(`${artist(2).name} is not available any more.`)).toBeVisible();
  await expect(row(page, 'Surfaces')).toHaveText(['Brick', 'Stucco', 'Stucco']);
  await expect(row(page, 'Walls from')).toHaveText(['$12,500', 'Not said', 'Not said']);
  await expect(row(page, 'Next free')).toHaveText([
    'Free now',
    `From ${pause.label.split(' ')[0]}`,
    'Free now',
  ]);
  await expect(row(page, 'Rating')).toHaveText(['New here', 'New here', 'New here']);
  await expect(row(page, 'Next step').nth(1)).toContainText(`No new requests until ${pause.label}`);
  await expect(
    page.getByRole('link', { name: `Request Quote from ${artist(1).name}` }),
  ).toHaveAttribute('href', `/quote?artist=${artist(1).id}`);
  await expect(
    page.getByRole('link', { name: `View Profile of ${artist(3).name}` }),
  ).toHaveAttribute('href', `/artist/${artist(3).slug}`);

  await page.getByLabel('City of your wall').fill('San Antonio');
  await expect(row(page, 'From San Antonio')).toHaveText([
    /^About (2[5-9]|3[0-5]) miles$/,
    'Not known',
    'Not known',
  ]);

  await page.getByRole('button', { name: `Remove ${artist(3).name}` }).press('Enter');
  await expect(columns(page)).toHaveText([1, 4].map((i) => artist(i).name));
  await expect(page).toHaveURL(address(1, 4));
  await expect(page.getByRole('button', { name: `Remove ${artist(4).name}` })).toBeFocused();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(toast(page, 'Link copied')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(copied).pathname + new URL(copied).search).toBe(address(1, 4));

  // Whoever gets it has nothing in their browser, and a phone.
  await page.evaluate(() => localStorage.clear());
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(copied);
  await expect(columns(page)).toHaveText([1, 4].map((i) => artist(i).name));
  await expect(table(page).getByRole('rowheader', { name: /^From / })).toHaveCount(0);
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await beyond()).toBeLessThanOrEqual(0);
  const side = page.getByRole('region', { name: 'Artists side by side' });
  await side.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => side.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);

  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 720, height: 1000 });
  await expect(table(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Share' })).toBeHidden();
  await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
  expect(await beyond()).toBeLessThanOrEqual(0);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(
    1000,
  );
});

test('the address says who; nobody, too many and no network are said', async ({ page }) => {
  await page.goto('/compare');
  await expect(page.getByText('Nothing to compare yet')).toBeVisible();
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Browse Artists' }),
  ).toHaveAttribute('href', '/artists');
  await page.goto(`${address(0, 1, 3, 4, 5)},no-such-painter`);
  await expect(columns(page)).toHaveCount(4);
  await expect(page.getByText('Only 4 fit side by side')).toBeVisible();

  await page.goto('/compare?artists=no-such-painter');
  await expect(page.getByText('no-such-painter is not available any more.')).toBeVisible();
  await expect(page.getByText('Nothing to compare yet')).toBeVisible();

  await page.route('**/rest/v1/artists?*', (route) => route.abort());
  await page.goto(address(0, 1));
  await expect(page.getByText('The artists could not be loaded')).toBeVisible();
  await page.unroute('**/rest/v1/artists?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: `Remove ${artist(0).name}` }).click();
  await page.getByRole('button', { name: `Remove ${artist(1).name}` }).click();
  await expect(page).toHaveURL(/\/compare$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  const { headers, html } = await page.request
    .get('/compare')
    .then(async (answer) => ({ headers: answer.headers(), html: await answer.text() }));
  expect(headers['content-type']).toContain('text/html');
  expect(html).toContain('<meta name="robots" content="noindex">');
});
