import { asService } from '../fixtures/admin-support.ts';
import { type Cast, castOf } from '../fixtures/artists.ts';
import { expect, test } from '../fixtures/test.ts';

test.use({ serviceWorkers: 'allow' });

let cast: Cast;
test.beforeAll(async ({ request }) => {
  cast = await castOf(1);
  await expect
    .poll(async () => (await request.get(`/artist/${cast.artists[0]?.slug}`)).status())
    .toBe(200);
});
test.afterAll(() => cast.remove());

test('a lost network is said in the site’s own words, and pages are never old', {
  tag: '@core',
}, async ({ page, context, request }) => {
  const artist = cast.artists[0];
  const path = `/artist/${artist?.slug}`;
  // Without windows, Chromium has its pointer on the page from the beginning and tells of it whenever the page
  // below it changes, which is no sign of a person.
  await page.addInitScript(() => {
    addEventListener('pointerover', (event) => event.stopImmediatePropagation(), { capture: true });
  });
  await page.goto(path);
  // Nothing of it before the first sign of a person.
  await page.waitForLoadState('networkidle');
  expect(
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
  ).toBe(0);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state !== 'activated')
      await new Promise((done) => active?.addEventListener('statechange', done));
  });
  // From here on the worker stands between the page and the network.
  await page.reload();
  await expect
    .poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller)))
    .toBe(true);

  // Published a moment ago: seen at once, although the same page was read before.
  const bio = 'Paints silos now.';
  await asService(`/rest/v1/artists?id=eq.${artist?.id}`, 'PATCH', { bio });
  await expect.poll(async () => (await request.get(path)).text()).toContain(bio);
  await page.reload();
  await expect(page.getByText(bio)).toBeVisible();

  await context.setOffline(true);
  await page.goto('/service-areas');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline');
  await expect(page.getByText('Anything you typed is saved')).toBeVisible();
  const kept = page.getByRole('region', { name: 'Your Shortlist' });
  await expect(kept.getByRole('listitem')).toHaveText([new RegExp(artist?.name ?? '?')]);
  // With its looks, which come from what was kept.
  await expect(page.getByRole('button', { name: 'Try Again' })).toHaveCSS('font-weight', '700');

  // Not a page that was read before, either.
  await page.goto(path);
  await expect(page).toHaveURL(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline');

  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(artist?.name ?? '?');
});

test('a page that could not be had comes by itself, also where nothing says that the network is back', async ({
  page,
  context,
}) => {
  await page.addInitScript(() => {
    addEventListener('online', (event) => event.stopImmediatePropagation(), { capture: true });
  });
  await page.goto('/join');
  await page.getByRole('contentinfo').getByRole('button', { name: 'Theme' }).click();
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  await expect
    .poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller)))
    .toBe(true);
  await context.setOffline(true);
  await page.goto('/artists');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline');
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('You are offline');
  await expect(page).toHaveURL('/artists');
});
