import { openForm } from '../fixtures/quote.ts';
import { expect, test } from '../fixtures/test.ts';

const spanish = { name: 'Español', exact: true };
const english = { name: 'English', exact: true };
const offer = /Esta página también está en español/;

test('a filtered list keeps its filter in the other language, and comes back with it', {
  tag: '@core',
}, async ({ page }) => {
  await page.goto('/artists?style=Nature');
  const first = page.locator('.artist-card').first().getByRole('link').first();
  const href = await first.getAttribute('href');
  await page.getByRole('banner').getByRole('link', spanish).click();
  await expect(page).toHaveURL(/\/es\/artists\?style=Nature$/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  // The served list is hidden where the address has a filter, and the page is short until its answer is drawn.
  await expect(page.getByText(/^Mostrando \d/)).toBeVisible();
  await expect(first).toHaveAttribute('href', `/es${href}`);
  await page.getByRole('contentinfo').getByRole('link', english).click();
  await expect(page).toHaveURL(
    ({ pathname, search }) => pathname + search === '/artists?style=Nature',
  );
});

test('what was typed into the quote form is there in the other language', async ({ page }) => {
  await openForm(page);
  const words = page.locator('[name="project_description"]');
  await words.fill('Herons over the creek, in blue.');
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('quote.draft')))
    .toContain('Herons');
  await page.getByRole('contentinfo').getByRole('link', spanish).click();
  await expect(page).toHaveURL(/\/es\/quote/);
  await expect(words).toHaveValue('Herons over the creek, in blue.');
});

test('an unknown Spanish address answers 404 in Spanish, with the way to English', async ({
  page,
}) => {
  const response = await page.goto('/es/nothing');
  expect(response?.status()).toBe(404);
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  const home = page.getByRole('main').getByRole('link').first();
  await expect(home).toHaveAttribute('href', '/es');
  await page.getByRole('contentinfo').getByRole('link', english).click();
  await expect(page).toHaveURL(/\/nothing$/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.goto('/es/artist/nobody');
  await expect(page).toHaveURL(/\/es\/artists$/);
});

test.describe('a browser that speaks Spanish', () => {
  test.use({ locale: 'es-US' });

  test('is offered Spanish in one line until it is answered, and stays where it is', async ({
    page,
  }) => {
    await page.goto('/artists');
    await page.mouse.move(200, 200);
    const line = page.getByRole('complementary').filter({ hasText: offer });
    await expect(line).toBeVisible();
    await expect(page).toHaveURL(/\/artists$/);
    await line.getByRole('button', { name: 'Cerrar' }).click();
    await expect(line).toBeHidden();
    await page.goto('/murals');
    await page.mouse.move(200, 200);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(offer)).toBeHidden();
  });

  test('follows the offer to the same place of the same page', async ({ page }) => {
    await page.goto('/artists?style=Nature');
    // The list is drawn anew for the style of the address.
    await expect(page.getByLabel('Style', { exact: true })).toHaveValue('Nature');
    const fifth = page.locator('.artist-card').nth(4);
    const top = () => fifth.evaluate((card) => card.getBoundingClientRect().top);
    await page.mouse.move(200, 200);
    await fifth.evaluate((card) => scrollBy(0, card.getBoundingClientRect().top - 150));
    await page.getByRole('link', { name: 'español', exact: true }).click();
    await expect(page).toHaveURL(/\/es\/artists\?style=Nature$/);
    await expect.poll(async () => Math.abs((await top()) - 150)).toBeLessThan(40);
    await page.goto('/cost');
    await page.mouse.move(200, 200);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(offer)).toBeHidden();
  });
});

test('no other browser is offered Spanish', async ({ page }) => {
  await page.goto('/artists');
  await page.mouse.move(200, 200);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(offer)).toBeHidden();
});
