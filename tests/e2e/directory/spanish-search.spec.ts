import { type Cast, castOf } from '../fixtures/artists.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

/** One paints signs, one is called with accents. */
let cast: Cast;

test.beforeAll(async ({ browser }) => {
  cast = await castOf(3, (i, tag) => ({
    name: `Painter ${i} ${tag}`,
    ...(i === 1 && { name: `Núria Solà ${tag}`, bio: 'Herons on a blue wall.' }),
    ...(i === 2 && { styles: ['Lettering'], mediums: ['Gold Leaf'] }),
  }));
  const page = await browser.newPage();
  await expect(async () => {
    await page.goto(`/es/artists?q=herons+${cast.tag}`);
    await expect(caption(page)).toHaveText(/^Mostrando 1-1 de 1 /, { timeout: 8000 });
  }).toPass({ timeout: 120_000 });
  await page.close();
});
test.afterAll(() => cast?.remove());

const caption = (page: Page) => page.getByRole('paragraph').filter({ hasText: /^Mostrando \d+-/ });
const names = (page: Page) => page.getByRole('article').getByRole('heading');

test('a visitor finds English words by Spanish ones, with accents or without', {
  tag: '@core',
}, async ({ page }) => {
  await page.goto('/es/artists');
  const search = page.getByRole('searchbox');
  for (const [words, name] of [
    ['rótulos', 'Painter 2'],
    ['rotulo', 'Painter 2'],
    ['hoja de oro', 'Painter 2'],
    ['pared azul', 'Núria Solà'],
    ['nuria', 'Núria Solà'],
    ['NÚRIA', 'Núria Solà'],
  ]) {
    await search.fill(`${words} ${cast.tag}`);
    await expect(names(page)).toHaveText([`${name} ${cast.tag}`]);
  }
  await names(page).first().getByRole('link').click();
  await expect(page).toHaveURL(/\/es\/artist\/painter-1-/);
});

test('a label of a menu is a search as well, of murals by their surface', async ({ page }) => {
  await page.goto('/es/murals?q=ladrillo');
  await expect(caption(page)).toBeVisible();
  const found = await caption(page).textContent();
  const link = names(page).first().getByRole('link');
  await expect(link).toHaveAttribute('href', /^\/es\/mural\//);
  await page.goto('/es/murals?surface=brick');
  const [, count] = / de (\d+) /.exec(found ?? '') ?? [];
  const [, brick] = / de (\d+) /.exec((await caption(page).textContent()) ?? '') ?? [];
  expect(Number(count)).toBeGreaterThanOrEqual(Number(brick));
});
