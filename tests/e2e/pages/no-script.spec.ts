import { type Cast, castOf, published } from '../fixtures/artists.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

/** Without JavaScript: every page can be read, every list turned to its end, and what cannot work says so. */
test.use({ javaScriptEnabled: false });

let cast: Cast;
test.beforeAll(async () => {
  cast = await castOf(14);
  // Later pages follow a change within seconds.
  await published(`/mural-artists/${cast.citySlug}/page/2`);
});
test.afterAll(() => cast?.remove());

const names = (page: Page) => page.getByRole('article').getByRole('heading').allTextContents();

test('a list of a city is turned to its end and back', async ({ page }) => {
  await page.goto(`/mural-artists/${cast.citySlug}`);
  await expect(page.getByText('Showing 1-12 of 14 artists')).toBeVisible();
  const first = await names(page);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page.getByText('Showing 13-14 of 14 artists')).toBeVisible();
  const second = await names(page);
  expect([...first, ...second].toSorted()).toEqual(cast.artists.map(({ name }) => name).toSorted());
  await page.getByRole('link', { name: 'Page 1', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/mural-artists/${cast.citySlug}$`));
  // An address with a page in its query shows that page.
  await page.goto(`/mural-artists/${cast.citySlug}?page=2`);
  await expect(page.getByText('Showing 13-14 of 14 artists')).toBeVisible();
});

test('the menu of a phone leads everywhere, Login included', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/service-areas');
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Login' })).toBeVisible();
  // Both stand in the bar, beside the name.
  const bar = await header.boundingBox();
  for (const part of [header.getByRole('link', { name: 'Login' }), header.locator('summary')]) {
    const box = await part.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(bar?.height ?? 0);
    expect(box?.y).toBeGreaterThan(0);
  }
  await header.locator('summary').click();
  const links = ['Home', 'Artists', 'Murals', 'Cities', 'Get a Quote', 'Join as Artist'];
  for (const name of [...links, 'Register'])
    await expect(header.getByRole('link', { name, exact: true })).toBeVisible();
  await header.getByRole('link', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/auth$/);
});

test('what needs a script says so, and offers nothing that would not work', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Browse Artists' }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Browse Artists' })).toBeHidden();
  await page.goto('/quote');
  const said = () => page.locator('main noscript').first().innerText();
  expect(await said()).toContain('Turn on JavaScript to send a request');
  await expect(page.getByRole('button', { name: 'Submit Quote Request' })).toBeHidden();
  await page.getByRole('main').getByRole('link', { name: 'look at the artists' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mural Artists');
  expect(await said()).toContain('Search and filters need JavaScript');
  for (const role of ['searchbox', 'combobox', 'textbox', 'button'] as const)
    await expect(page.getByRole(role).and(page.locator(':visible'))).toHaveCount(0);
  // The first of a list that all stories share may have no picture.
  const painted = page.getByRole('article').filter({ has: page.locator('img') });
  await painted.getByRole('link', { name: 'View Profile' }).first().click();
  await expect(page.getByRole('heading', { name: 'Portfolio' })).toBeVisible();
  // A picture opens as a picture.
  const href = await page.locator('mural-gallery').getByRole('link').first().getAttribute('href');
  const answer = await page.request.get(href ?? '?');
  expect(answer.headers()['content-type']).toMatch(/^image\//);
});
