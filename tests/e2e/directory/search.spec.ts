import { toast } from '../fixtures/account-support.ts';
import { type Cast, castOf } from '../fixtures/artists.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

/** 62 artists in one city: six pages. The first is featured, the second has accents, the third another style. */
const COUNT = 62;
let cast: Cast;

test.beforeAll(async ({ browser }) => {
  cast = await castOf(COUNT, (i, tag) => ({
    name: `Painter ${String(i).padStart(2, '0')} ${tag}`,
    ...(i === 0 && { featured: true }),
    ...(i === 1 && { name: `Zoë Peñaloza ${tag}`, bio: 'Lotería cards, ten metres tall.' }),
    ...(i === 3 && { name: `Marisol Vega ${tag}`, styles: [`Fresco ${tag}`, 'Lettering'] }),
    ...(i === 2 && { styles: [`Fresco ${tag}`, `Sgraffito ${tag}`], mediums: ['Plaster'] }),
  }));
  // The pages are there at once; the cards follow, and then the words of biographies.
  const page = await browser.newPage();
  await expect(async () => {
    await page.goto(`/artists?style=${cast.style}`);
    await expect(caption(page)).toHaveText(`Showing 1-12 of ${COUNT} artists`, { timeout: 10_000 });
    await page.goto(`/artists?q=ten+metres&style=${cast.style}`);
    await expect(caption(page)).toHaveText('Showing 1-1 of 1 artists', { timeout: 8000 });
  }).toPass({ timeout: 120_000 });
  await page.close();
});
test.afterAll(() => cast?.remove());

const caption = (page: Page) =>
  page.getByRole('paragraph').filter({ hasText: /^Showing \d+-\d+ of \d+ artists$/ });
/** Turns a page once the cards out of sight are laid out, a tenth of a second after an answer: nothing moves then. */
async function turn(page: Page, to: string): Promise<void> {
  await page.evaluate(() =>
    Promise.allSettled(document.getAnimations().map(({ finished }) => finished)),
  );
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: to }).click();
}
const status = (page: Page) => page.getByRole('main').getByRole('status').first();
const names = (page: Page) => page.getByRole('article').getByRole('heading');
const cityPage = () => `/mural-artists/${cast.citySlug}`;
const inCast = () => `/artists?city=${cast.citySlug}`;

test('a visitor finds an artist by the beginning of a word, without its accents', {
  tag: '@core',
}, async ({ page }) => {
  await page.goto('/artists');
  for (const words of [`penal ${cast.tag}`, `ZOË ${cast.tag}`, `loteria ${cast.tag}`]) {
    await page.getByLabel('Search', { exact: true }).fill(words);
    await expect(caption(page)).toHaveText('Showing 1-1 of 1 artists');
    await expect(names(page)).toHaveText([`Zoë Peñaloza ${cast.tag}`]);
  }
  await page.getByLabel('Search', { exact: true }).fill(cast.city);
  await expect(caption(page)).toHaveText(`Showing 1-12 of ${COUNT} artists`);
  await names(page).first().getByRole('link').click();
  await expect(page).toHaveURL(/\/artist\/painter-0-/);

  // In Spanish by Spanish words as well, with accents or without.
  await page.goto('/es/artists');
  for (const words of ['rótulos', 'rotulo']) {
    await page.getByRole('searchbox').fill(`${words} ${cast.tag}`);
    await expect(names(page)).toHaveText([`Marisol Vega ${cast.tag}`]);
  }
  await expect(names(page).first().getByRole('link')).toHaveAttribute('href', /^\/es\/artist\//);
});

test('a typo, a synonym and a ZIP code find what was meant, and a dead end leads on', async ({
  page,
}) => {
  const search = page.getByLabel('Search', { exact: true });
  await page.goto(`/artists?city=${cast.citySlug}`);
  await search.fill(`ariso ${cast.tag}`);
  await expect(names(page)).toHaveText([`Marisol Vega ${cast.tag}`]);
  await search.fill(`marisl ${cast.tag}`);
  await expect(page.getByRole('status').filter({ hasText: 'No results for' })).toContainText(
    `No results for “marisl ${cast.tag}.” Showing results for “marisol ${cast.tag}.”`,
  );
  await expect(names(page)).toHaveText([`Marisol Vega ${cast.tag}`]);

  // The demo's realists call it Realistic; its ZIP codes are those of San Antonio.
  await page.goto('/artists?q=realism+78205');
  const cards = page.getByRole('article');
  await expect(cards.filter({ hasNotText: 'San Antonio, TX' })).toHaveCount(0);
  await expect(cards.first()).toBeVisible();
  await expect(status(page)).toContainText('Near 78205 (San Antonio)');
  await page.goto('/artists?q=90210');
  await expect(status(page)).toHaveText('We don’t cover that area yet.');

  await page.goto(
    `/artists?city=${cast.citySlug}&style=${encodeURIComponent(`Sgraffito ${cast.tag}`)}&q=zoë`,
  );
  await expect(status(page)).toHaveText('No exact match. Here’s what comes closest.');
  await expect(names(page)).toHaveText([`Zoë Peñaloza ${cast.tag}`, `Painter 02 ${cast.tag}`]);
  await page.getByRole('link', { name: 'Ask for a quote anyway' }).click();
  await expect(page).toHaveURL(/\/quote$/);
});

test('filters narrow the list together and live in the address', { tag: '@core' }, async ({
  page,
}) => {
  await page.goto('/artists');
  await page.getByLabel('City', { exact: true }).selectOption(`${cast.city}, TX`);
  await expect(caption(page)).toHaveText(`Showing 1-12 of ${COUNT} artists`);
  await expect(page).toHaveURL(new RegExp(`city=${cast.citySlug}`));
  await page.getByLabel('Style', { exact: true }).selectOption(`Sgraffito ${cast.tag}`);
  await expect(caption(page)).toHaveText('Showing 1-1 of 1 artists');
  await page.getByLabel('Medium', { exact: true }).selectOption('Lime Wash');
  await expect(page.getByText('No artists found. Try adjusting your filters.')).toBeVisible();
  await expect(page).toHaveURL(/medium=Lime\+Wash/);

  await page.goBack();
  await expect(caption(page)).toHaveText('Showing 1-1 of 1 artists');
  await expect(page.getByLabel('Medium', { exact: true })).toHaveValue('');
  await page.reload();
  await expect(caption(page)).toHaveText('Showing 1-1 of 1 artists');
  await expect(page.getByLabel('Style', { exact: true })).toHaveValue(`Sgraffito ${cast.tag}`);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/\/artists$/);
  await expect(page.getByLabel('City', { exact: true })).toHaveValue('');
});

test('a phone shows artists at once, and its filters and sort behind one row', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of [inCast(), cityPage()]) {
    await page.goto(path);
    await expect(caption(page)).toBeVisible();
    const first = await page.getByRole('article').first().boundingBox();
    expect(first?.y).toBeLessThan(600);
  }
  const row = page.getByText('Filters · Sort');
  const style = page.getByLabel('Style', { exact: true });
  await expect(style).toBeHidden();
  // By the keyboard, right after the search.
  await page.getByLabel('Search', { exact: true }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await style.selectOption(`Sgraffito ${cast.tag}`);
  await expect(caption(page)).toHaveText('Showing 1-1 of 1 artists');
  await expect(page.locator('summary').filter({ has: row })).toHaveText(/Sort\s*1\s*set/);
  await row.click();
  await expect(style).toBeHidden();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(caption(page)).toHaveText(`Showing 1-12 of ${COUNT} artists`);
});

test('pages are 12 long, with at most five links, and Back works', async ({ page }) => {
  await page.goto(cityPage());
  await expect(caption(page)).toHaveText(`Showing 1-12 of ${COUNT} artists`);
  const pages = page.getByRole('navigation', { name: 'Pages' });
  const numbers = pages.getByRole('link', { name: /^Page \d+$/ });
  await expect(numbers).toHaveText(['1', '2', '3', '4', '5']);

  await turn(page, 'Next page');
  await expect(caption(page)).toHaveText(`Showing 13-24 of ${COUNT} artists`);
  await turn(page, 'Page 5');
  await expect(caption(page)).toHaveText(`Showing 49-60 of ${COUNT} artists`);
  await expect(caption(page)).toBeFocused();
  await expect(numbers).toHaveText(['2', '3', '4', '5', '6']);
  await expect(numbers.filter({ hasText: '5' })).toHaveAttribute('aria-current', 'page');
  await turn(page, 'Page 6');
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(page).toHaveURL(/page=6$/);
  await expect(pages.getByRole('link', { name: 'Next page' })).toBeHidden();

  await page.goBack();
  await expect(caption(page)).toHaveText(`Showing 49-60 of ${COUNT} artists`);
  await page.goto(`${cityPage()}?page=999`);
  await expect(caption(page)).toHaveText(`Showing 61-62 of ${COUNT} artists`);
});

test('a style in the address preselects its filter, whatever its case', async ({ page }) => {
  await page.goto(`/artists?style=${encodeURIComponent(cast.style.toUpperCase())}`);
  await expect(page.getByLabel('Style', { exact: true })).toHaveValue(cast.style);
  await expect(caption(page)).toHaveText(`Showing 1-12 of ${COUNT} artists`);
  await page.goto('/artists?style=Cubist');
  await expect(page.getByLabel('Style', { exact: true })).toHaveValue('Cubist');
  await expect(page.getByText('No artists found. Try adjusting your filters.')).toBeVisible();
});

test('a city page stays in its city', async ({ page }) => {
  await page.goto(cityPage());
  await expect(page.getByLabel('City', { exact: true })).toBeHidden();
  await expect(page.getByLabel('Sort', { exact: true }).locator('option')).toHaveText([
    'Featured First',
    'Name A-Z',
    'Newest',
  ]);
  await page.getByLabel('Search', { exact: true }).fill('ten met');
  await expect(names(page)).toHaveText([`Zoë Peñaloza ${cast.tag}`]);
  await page.getByLabel('Search', { exact: true }).fill('nobodycalledthis');
  await expect(page.getByText(`No muralists found in ${cast.city}, TX.`)).toBeVisible();
});

test('typing is one step for Back, and nothing typed gets lost', async ({ page }) => {
  await page.goto('/artists');
  await page.getByLabel('Sort', { exact: true }).selectOption('Name A-Z');
  const search = page.getByLabel('Search', { exact: true });
  await search.pressSequentially(`painter 07 ${cast.tag}`, { delay: 40 });
  await expect(search).toHaveValue(`painter 07 ${cast.tag}`);
  await expect(names(page)).toHaveText([`Painter 07 ${cast.tag}`]);
  await page.goBack();
  await expect(search).toHaveValue('');
  await expect(page).toHaveURL(/\/artists\?sort=name$/);
});

test('when the index cannot be read, a toast says so and the prerendered list stays', async ({
  page,
}) => {
  await page.route('**/pagefind/**', (route) => route.abort());
  await page.goto(cityPage());
  await page.getByLabel('Search', { exact: true }).fill('zoe');
  await expect(toast(page, 'Failed to load artists')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(12);
  await page.unroute('**/pagefind/**');
  await page.getByLabel('Search', { exact: true }).fill('peñaloza');
  await expect(names(page)).toHaveText([`Zoë Peñaloza ${cast.tag}`]);
});
