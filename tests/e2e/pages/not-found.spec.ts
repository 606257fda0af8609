import { toast } from '../fixtures/account-support.ts';
import { expect, test } from '../fixtures/test.ts';

test('an unknown path answers 404 with a way home', async ({ page }) => {
  const response = await page.goto('/no/such/wall');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found');
  await page.getByRole('main').getByRole('link', { name: /Home/ }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('an unknown artist leads to the artists with a toast, once', async ({ page, request }) => {
  expect((await request.get('/artist/nobody')).status()).toBe(404);
  await page.goto('/artist/nobody');
  await expect(page).toHaveURL(/\/artists$/);
  await expect(toast(page, 'Artist not found')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(toast(page, 'Artist not found')).toBeHidden();
});

test('an unknown mural leads home with a toast', async ({ page, request }) => {
  expect((await request.get('/mural/nothing')).status()).toBe(404);
  await page.goto('/mural/nothing');
  await expect(page).toHaveURL(/\/$/);
  await expect(toast(page, 'Mural project not found')).toBeVisible();
});

test('a city that nobody paints in says so', { tag: '@core' }, async ({ page }) => {
  await page.goto('/mural-artists/terlingua-tx');
  await expect(page.getByText('No muralists found in Terlingua, TX.')).toBeVisible();
  await expect(page).toHaveURL(/\/mural-artists\/terlingua-tx$/);
});

test('an address of a city is read in capitals, other letters and with a slash; one without a state is none', async ({
  page,
}) => {
  await page.goto('/mural-artists/gotham-zz');
  await expect(page.getByText('No muralists found in Gotham, ZZ.')).toBeVisible();
  await page.goto('/mural-artists/san-josé-ca/');
  await expect(page.getByText('No muralists found in San José, CA.')).toBeVisible();
  await page.goto('/mural-artists/San-Antonio-TX');
  await expect(page).toHaveURL(/\/mural-artists\/san-antonio-tx$/);
  await expect(page.getByRole('link', { name: 'View Profile' }).first()).toBeVisible();
  await page.goto('/mural-artists/atlantis');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found');
  await page.goto('/artist/nobody/');
  await expect(toast(page, 'Artist not found')).toBeVisible();
});
