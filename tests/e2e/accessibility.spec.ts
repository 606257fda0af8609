import { service } from './fixtures/api.ts';
import { violationsOn } from './fixtures/axe.ts';
import { expect, type Page, test } from './fixtures/test.ts';

/** WCAG 2.2 AA and axe's best practices: no violation on any public page, light and dark. */

let pages: { name: string; path: string }[];

/** Rows of the demo data, so that the pages under test carry real pictures and long texts. */
test.beforeAll(async () => {
  const [artist] = await service<{ slug: string }[]>(
    'artists?select=slug&public_visible=eq.true&featured=eq.true&limit=1',
    'GET',
  );
  const [mural] = await service<{ slug: string }[]>(
    'murals?select=slug&public_visible=eq.true&limit=1',
    'GET',
  );
  pages = [
    { name: 'artist', path: `/artist/${artist?.slug}` },
    { name: 'mural', path: `/mural/${mural?.slug}` },
  ];
});

const FIXED = {
  home: '/',
  artists: '/artists',
  city: '/mural-artists/san-antonio-tx',
  'a style in a city': '/mural-artists/san-antonio-tx/abstract',
  'city without artists': '/mural-artists/terlingua-tx',
  'service areas': '/service-areas',
  quote: '/quote',
  'thank-you': '/thank-you',
  'a lost link': '/request',
  newsletter: '/newsletter',
  join: '/join',
  privacy: '/privacy',
  terms: '/terms',
  auth: '/auth',
  'sign-up': '/auth?mode=register',
  'not found': '/no/such/wall',
  'an empty shortlist': '/shortlist',
  offline: '/offline',
  'a search without results': '/artists?q=nobodypaintslikethis',
} as const;

test.beforeEach(({ page }) => page.clock.install());

for (const scheme of ['light', 'dark'] as const) {
  test.describe(scheme, () => {
    test.use({ colorScheme: scheme, reducedMotion: 'reduce' });

    for (const [name, path] of Object.entries(FIXED)) {
      test(`${name} has no violation`, async ({ page }) => {
        await page.goto(path);
        await expectAccessible(page);
      });
    }
    for (const name of ['artist', 'mural']) {
      test(`${name} has no violation`, async ({ page }) => {
        await page.goto(pages.find((entry) => entry.name === name)?.path ?? '?');
        await expectAccessible(page);
      });
    }

    test('a shortlist has no violation', async ({ page }) => {
      await page.goto(pages[0]?.path ?? '?');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect.poll(() => page.evaluate(() => localStorage['mural-recent'] ?? '')).not.toBe('');
      await page.goto('/shortlist');
      await expect(page.getByRole('region', { name: 'Recently Viewed' })).toBeVisible();
      await expectAccessible(page);
    });

    test('the quote form with a violation has none of ours', async ({ page }) => {
      await page.goto('/quote');
      await page.getByRole('button', { name: 'Submit Quote Request' }).click();
      await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
      await expectAccessible(page);
    });
  });
}

test('the open menu of a phone has no violation', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/');
  await page.getByRole('button', { name: /menu/i }).click();
  await expectAccessible(page);
});

/** What is laid out in idle moments has no colours before; the page's clock runs ahead to them. */
async function laidOut(page: Page): Promise<void> {
  const later = async () => {
    await page.clock.fastForward(1500);
    return page.evaluate(
      () =>
        [...document.querySelectorAll('.later')].filter(
          (part) => getComputedStyle(part).contentVisibility !== 'visible',
        ).length,
    );
  };
  await expect.poll(later).toBe(0);
}

async function expectAccessible(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await laidOut(page);
  const violations = await violationsOn(page);
  const found = violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.slice(0, 3).map((node) => `${node.target.join(' ')}: ${node.failureSummary}`),
  }));
  expect(found).toEqual([]);
}
