import { expect, test } from '../fixtures/test.ts';

test('a page is fetched while the pointer rests on its link, once, and forms are not', async ({
  page,
  context,
}) => {
  const devtools = await context.newCDPSession(page);
  const fetched: string[] = [];
  devtools.on('Preload.prefetchStatusUpdated', ({ key }) =>
    fetched.push(new URL(key.url).pathname),
  );
  await devtools.send('Preload.enable');
  await page.goto('/');
  await expect(page.locator('script[type="speculationrules"]')).toHaveCount(1);

  const nav = page.getByRole('navigation', { name: 'Main' });
  await nav.getByRole('link', { name: 'Get a Quote' }).hover();
  await nav.getByRole('link', { name: 'Login' }).hover();
  await nav.getByRole('link', { name: 'Cities' }).hover();
  await expect.poll(() => fetched).toContain('/service-areas');
  expect(fetched.filter((path) => path === '/quote' || path === '/auth')).toEqual([]);
  await expect(page.locator('link[rel="prefetch"]')).toHaveCount(0);
  await nav.getByRole('link', { name: 'Cities' }).click();
  await expect(page).toHaveURL('/service-areas');
  // What was fetched is what is shown, and was not asked for twice.
  const delivery = await page.evaluate(
    () => (performance.getEntriesByType('navigation')[0] as { deliveryType?: string }).deliveryType,
  );
  expect(delivery).toBe('navigational-prefetch');
});
