import { fillSignIn, toast } from '../fixtures/account-support.ts';
import { leadsOf, person } from '../fixtures/admin-support.ts';
import { choice, fill, quote, submitButton } from '../fixtures/quote.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

/** What a page says when its code does not come; then it is tried again, and goes on with what was chosen. */
const lost = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Part of this page didn’t load' });

test('a filter that is touched without a network says so, and counts when it is back', async ({
  page,
  context,
}) => {
  await page.goto('/artists', { waitUntil: 'networkidle' });
  await context.setOffline(true);
  let tries = 0;
  page.on('requestfailed', (request) => {
    if (/ArtistFilters\.[^/]*\.js/.test(request.url())) tries += 1;
  });
  await page.getByLabel('Style', { exact: true }).selectOption('Nature');
  await expect(lost(page)).toBeVisible();
  // It stays there, however often the page tries.
  await expect.poll(() => tries).toBeGreaterThan(2);
  await expect(page.getByText('Failed to load artists')).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.getByLabel('Sort', { exact: true }).selectOption({ index: 2 });
  await context.setOffline(false);
  await expect(page).toHaveURL(/style=Nature/);
  await expect(page).toHaveURL(/sort=/);
  await expect(page.getByLabel('Style', { exact: true })).toHaveValue('Nature');
  await expect(page.getByRole('status').filter({ hasText: 'Showing' })).toBeVisible();
  await expect(lost(page)).toBeHidden();
});

test('a quote that is sent before its code came goes out when it does', async ({
  page,
  context,
}) => {
  const text = quote();
  await context.route(/\/_astro\/send\.[^/]*\.js/, (route) => route.abort());
  await page.goto('/quote');
  await fill(page, text);
  await submitButton(page).click();
  await expect(lost(page)).toBeVisible();
  await expect(page.getByLabel('Project Description')).toHaveValue(text['Project Description']);
  await context.unroute(/\/_astro\/send\.[^/]*\.js/);
  await expect(toast(page, 'Quote request submitted successfully!')).toBeVisible();
  await expect(
    choice(page)
      .or(page.getByRole('heading', { name: /thank/i }))
      .first(),
  ).toBeVisible();
  expect(await leadsOf(text.Email)).toHaveLength(1);
});

test('signing in and dashboards say so and come when they can', async ({ page, context }) => {
  const someone = await person('client');
  await context.route(/\/Auth\.[^/]*\.js/, (route) => route.abort());
  await page.goto('/auth?redirect=/dashboard/client');
  await expect(lost(page)).toBeVisible();
  await context.unroute(/\/Auth\.[^/]*\.js/);
  await context.route(/\/ClientDashboard\.[^/]*\.js/, (route) => route.abort());
  await fillSignIn(page, someone.email);
  await expect(page).toHaveURL(/\/dashboard\/client$/);
  await expect(lost(page)).toBeVisible();
  await context.unroute(/\/ClientDashboard\.[^/]*\.js/);
  await expect(page.getByText('No quote requests yet')).toBeVisible();
  await expect(lost(page)).toBeHidden();
});
