import { fillSignIn, toast } from '../fixtures/account-support.ts';
import { leadsOf, person } from '../fixtures/admin-support.ts';
import { DEMO_ARTIST as artist } from '../fixtures/demo.ts';
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

test('a script that another one imports may get lost too', async ({ page, context }) => {
  let asked = 0;
  let said = false;
  // What every island needs, and no page names.
  await context.route(/\/react\.[^/]*\.js/, (route) => {
    asked += 1;
    return asked <= 2 || !said ? route.abort() : route.continue();
  });
  await page.goto('/artists');
  await page.getByLabel('Style', { exact: true }).selectOption('Nature');
  await expect(lost(page)).toBeVisible();
  said = true;
  await expect(page).toHaveURL(/style=Nature/);
  await expect(lost(page)).toBeHidden();
  expect(asked).toBeGreaterThan(2);
});

test('cards that cannot be reached are asked for again when the network is back', async ({
  page,
  context,
}) => {
  await page.route('**/search/**', (route) => route.abort());
  await page.goto('/murals');
  await page.getByLabel('Style', { exact: true }).selectOption('Nature');
  await expect(toast(page, 'Failed to load murals')).toBeVisible();
  // The served list is there to be read meanwhile.
  await expect(page.getByRole('article')).toHaveCount(12);
  await page.unroute('**/search/**');
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(page.getByRole('status').filter({ hasText: 'Showing' })).toBeVisible();
  await expect(page).toHaveURL(/style=Nature/);
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

test('a form that was never awake keeps what is typed into it', async ({ page, context }) => {
  await page.goto('/quote', { waitUntil: 'networkidle' });
  await context.setOffline(true);
  await page.getByLabel('Name', { exact: true }).fill('Rosa Delgado');
  await expect(lost(page)).toBeVisible();
  await submitButton(page).click();
  await context.setOffline(false);
  await expect(toast(page, 'Invalid email address')).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Rosa Delgado');
});

test('buttons of a page that never had its scripts say so, and act later', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  // Chromium may tell of a pointer that nobody has moved, for which the page fetches them.
  await context.route(/\/_astro\/deferred\.[^/]*\.js/, (route) => route.abort());
  await page.goto(`/artist/${artist.slug}`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(lost(page)).toBeVisible();
  await context.unroute(/\/_astro\/deferred\.[^/]*\.js/);
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(lost(page)).toBeHidden();
});

test('a picture that is pressed without a network opens when it is back', async ({
  page,
  context,
}) => {
  await page.goto(`/artist/${artist.slug}`, { waitUntil: 'networkidle' });
  await context.setOffline(true);
  await page.getByRole('main').locator('mural-gallery a').first().click();
  await expect(lost(page)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('dialog', { name: /Portfolio/ })).toBeVisible();
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
