import { asService } from '../fixtures/admin-support.ts';
import { type Cast, castOf, PUBLISHED } from '../fixtures/artists.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

/** 14 murals of one artist in a city of their own: two pages. The oldest is featured; the newest is told about. */
const COUNT = 14;
let cast: Cast;

test.beforeAll(async ({ browser }) => {
  cast = await castOf(1);
  const [artist] = cast.artists;
  await asService(
    '/rest/v1/murals',
    'POST',
    Array.from({ length: COUNT }, (_, i) => ({
      title: `Wall ${String(i).padStart(2, '0')} ${cast.tag}`,
      slug: `wall-${i}-${cast.tag}`,
      description: i === COUNT - 1 ? 'Zopilotes over the laundromat.' : null,
      city: cast.city.toLowerCase(),
      state: 'tx',
      styles: i % 2 === 0 ? [cast.style] : [`Sgraffito ${cast.tag}`, 'Other'],
      surface_type: i < 3 ? 'metal' : 'stucco',
      medium: i === 1 ? 'Tile' : 'Lime Wash',
      featured: i === 0,
      public_visible: true,
      artist_id: artist?.id,
      created_at: new Date(Date.UTC(2024, 0, 1 + i)).toISOString(),
    })),
  );
  // The cards follow the pages, and the words of stories the cards.
  const page = await browser.newPage();
  await expect(async () => {
    await page.goto(`/murals?q=zopilote&city=${cast.citySlug}`);
    await expect(caption(page)).toHaveText('Showing 1-1 of 1 murals', { timeout: 8000 });
    // An artist is found by the title of a mural.
    await page.goto(`/artists?q=${encodeURIComponent(wall(4))}`);
    await expect(titles(page)).toHaveText([cast.artists[0]?.name ?? '?'], { timeout: 8000 });
  }).toPass(PUBLISHED);
  await page.close();
});
test.afterAll(async () => {
  await asService(`/rest/v1/murals?slug=like.*-${cast.tag}`, 'DELETE');
  await cast.remove();
});

const caption = (page: Page) =>
  page.getByRole('paragraph').filter({ hasText: /^Showing \d+-\d+ of \d+ murals$/ });
const titles = (page: Page) => page.getByRole('article').getByRole('heading');
const wall = (i: number) => `Wall ${String(i).padStart(2, '0')} ${cast.tag}`;
const inCast = () => `/murals?city=${cast.citySlug}`;

test('a visitor finds walls by what they are, and every view has an address', async ({ page }) => {
  await page.goto('/');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Murals' })
    .click();
  await expect(page).toHaveURL(/\/murals$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Murals' })).toBeVisible();

  await page.goto(inCast());
  await expect(caption(page)).toHaveText(`Showing 1-12 of ${COUNT} murals`);
  await expect(titles(page).first()).toHaveText(wall(COUNT - 1));
  await page.getByLabel('Surface', { exact: true }).selectOption('Metal');
  await expect(titles(page)).toHaveText([2, 1, 0].map(wall));
  await page.getByLabel('Sort', { exact: true }).selectOption('Featured First');
  await expect(titles(page)).toHaveText([0, 2, 1].map(wall));
  await page.getByLabel('Medium', { exact: true }).selectOption('Tile');
  await expect(titles(page)).toHaveText([wall(1)]);
  await expect(page).toHaveURL(/surface=metal&medium=Tile&sort=featured/);
  await page.reload();
  await expect(titles(page)).toHaveText([wall(1)]);
  await page.goBack();
  await expect(titles(page)).toHaveCount(3);
  await page.getByLabel('Style', { exact: true }).selectOption(`Sgraffito ${cast.tag}`);
  await expect(titles(page)).toHaveText([wall(1)]);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/\/murals\?sort=featured$/);
  // Words find stories and artists too.
  const search = page.getByLabel('Search', { exact: true });
  await search.fill('laundromat');
  await expect(titles(page).first()).toHaveText(wall(COUNT - 1));
  await search.fill(`painter ${cast.tag}`);
  await expect(caption(page)).toHaveText(`Showing 1-12 of ${COUNT} murals`);
  await search.fill('nobodypaintedthis');
  await expect(page.getByText('No murals found. Try adjusting your filters.')).toBeVisible();
});

test('a city and its styles lead to their murals, and those to their artist', async ({ page }) => {
  await page.goto(`/mural-artists/${cast.citySlug}`);
  const murals = page.getByRole('region', { name: `Murals in ${cast.city}` });
  await expect(murals.getByRole('link', { name: `See all ${COUNT} murals` })).toHaveAttribute(
    'href',
    `/murals?city=${cast.citySlug}`,
  );
  // One list of styles, each with a page of its own, which leads on to its murals.
  await page.getByRole('link', { name: new RegExp(`^${cast.style} muralists`) }).click();
  await page.getByRole('link', { name: `${cast.style} murals in ${cast.city}` }).click();
  await expect(page).toHaveURL(new RegExp(`/murals\\?city=${cast.citySlug}&style=`));
  await expect(caption(page)).toHaveText('Showing 1-7 of 7 murals');
  // From a style to who paints in it, and back to the walls.
  await page.goto(`/murals?style=${encodeURIComponent(cast.style)}`);
  await page.getByRole('link', { name: `${cast.style} artists` }).click();
  await expect(page).toHaveURL(/\/artists\?style=Fresco/);
  await page.getByRole('link', { name: `${cast.style} murals` }).click();
  await expect(page).toHaveURL(/\/murals\?style=Fresco/);
  await expect(caption(page)).toHaveText('Showing 1-7 of 7 murals');
  await page.goto(`/mural/wall-2-${cast.tag}`);
  const style = page.getByRole('list', { name: 'Styles' }).getByRole('link', { name: cast.style });
  await expect(style).toHaveAttribute('href', /^\/murals\?style=Fresco/);
  await page.goto(inCast());
  await page
    .getByRole('article')
    .first()
    .getByRole('link', { name: cast.artists[0]?.name })
    .click();
  await expect(page).toHaveURL(`/artist/${cast.artists[0]?.slug}`);
});
