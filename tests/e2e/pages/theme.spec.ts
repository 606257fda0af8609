import { expect, type Page, test } from '../fixtures/test.ts';

test.use({ colorScheme: 'light' });

const scheme = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
const paper = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const barColors = (page: Page) =>
  page
    .locator('meta[name="theme-color"]')
    .evaluateAll((metas) => metas.map((meta) => meta.getAttribute('content')));
const LIGHT = 'rgb(250, 243, 230)';
const DARK = 'rgb(18, 15, 40)';

test('a visitor turns the site dark, and it stays so, in other tabs too', async ({
  page,
  context,
}) => {
  await page.goto('/');
  const other = await context.newPage();
  await other.emulateMedia({ colorScheme: 'dark' });
  await other.goto('/join');
  await expect.poll(() => paper(page)).toBe(LIGHT);
  await expect.poll(() => paper(other)).toBe(DARK);
  const button = page.getByRole('contentinfo').getByRole('button', { name: 'Theme' });
  await expect(button).toHaveText('Theme: auto');
  await button.press('Enter');
  await expect(button).toHaveText('Theme: light');
  await expect.poll(() => paper(other)).toBe(LIGHT);
  await button.press('Enter');
  await expect(button).toHaveText('Theme: dark');
  await expect.poll(() => paper(page)).toBe(DARK);
  expect(await scheme(page)).toBe('dark');
  expect(await barColors(page)).toEqual(['#120f28', '#120f28']);

  await expect.poll(() => paper(other)).toBe(DARK);
  await expect(other.getByRole('button', { name: 'Theme: dark' })).toBeAttached();

  // Before anything is painted: the attribute is there when the body begins.
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      document.body.dataset.first = document.documentElement.dataset.theme ?? 'none';
    });
  });
  await page.goto('/artists');
  await expect(page.locator('body')).toHaveAttribute('data-first', 'dark');
  await expect.poll(() => paper(page)).toBe(DARK);
  await expect(button).toHaveText('Theme: dark');

  await button.click();
  await expect(button).toHaveText('Theme: auto');
  await expect.poll(() => paper(page)).toBe(LIGHT);
  expect(await barColors(page)).toEqual(['#faf3e6', '#120f28']);
  await page.reload();
  await expect.poll(() => paper(page)).toBe(LIGHT);
});
