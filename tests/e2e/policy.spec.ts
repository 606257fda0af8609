import { DASHBOARD_TABS } from '#config/dashboard.ts';
import { lead, person, signIn } from './admin-support.ts';
import { service } from './fixtures/api.ts';
import { expect, type Page, test } from './fixtures/test.ts';

/**
 * The content security policy of every kind of page: markup and scripts made of plain strings are refused, and
 * nothing that the product does needs them. What a page breaks on the way fails the story (fixtures/test.ts).
 */
const FIXED = [
  '/',
  '/artists',
  '/artists?style=Nature&page=2',
  '/mural-artists/san-antonio-tx',
  '/mural-artists/terlingua-tx',
  '/service-areas',
  '/quote',
  '/thank-you',
  '/request',
  '/newsletter',
  '/join',
  '/privacy',
  '/terms',
  '/auth',
  '/auth?mode=register',
  '/shortlist',
  '/offline',
  '/no/such/wall',
];
/** Each way from a string to markup or code, and whether the page let it pass. */
async function passing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const script = document.createElement('script');
    const ways: Record<string, () => unknown> = {
      innerHTML: () => {
        document.body.innerHTML = '<b>x</b>';
      },
      insertAdjacentHTML: () => document.body.insertAdjacentHTML('beforeend', '<b>x</b>'),
      srcdoc: () => {
        document.createElement('iframe').srcdoc = '<b>x</b>';
      },
      parseFromString: () => new DOMParser().parseFromString('<b>x</b>', 'text/html'),
      'script.src': () => {
        script.src = '/x.js';
      },
      'script.text': () => {
        script.text = 'x';
      },
      worker: () => new Worker('/sw.js'),
      timer: () => setTimeout('globalThis.broken = 1', 0),
      'another policy': () =>
        (
          globalThis as unknown as { trustedTypes: { createPolicy(name: string, o: object): void } }
        ).trustedTypes.createPolicy('anything', { createHTML: (text: string) => text }),
    };
    return Object.entries(ways).flatMap(([name, way]) => {
      try {
        way();
        return [name];
      } catch (error) {
        return error instanceof TypeError ? [] : [`${name}: ${error}`];
      }
    });
  });
}

/** Refuses strings on this page; what these tries report is expected, everything before them is not. */
async function expectStrict(page: Page, breaches: unknown[], where: string): Promise<void> {
  expect(breaches, where).toEqual([]);
  expect(await passing(page), where).toEqual([]);
  // Each of them was told, so that none is missed on the other pages.
  await expect.poll(() => breaches.length, where).toBeGreaterThanOrEqual(9);
  breaches.length = 0;
}

test('no public page takes a string for markup or code, or needs to', async ({
  page,
  breaches,
}) => {
  test.setTimeout(180_000);
  const [artist] = await service<{ slug: string }[]>(
    'artists?select=slug&public_visible=eq.true&featured=eq.true&portfolio_images=neq.{}&limit=1',
  );
  const [mural] = await service<{ slug: string }[]>(
    'murals?select=slug&public_visible=eq.true&limit=1',
  );
  for (const path of [...FIXED, `/artist/${artist?.slug}`, `/mural/${mural?.slug}`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await page.mouse.wheel(0, 4000);
    await page.mouse.move(300, 300);
    await page.waitForLoadState('networkidle');
    await expectStrict(page, breaches, path);
    // Tries of the console come in their own time.
    await page.goto('about:blank');
    breaches.length = 0;
  }
});

test('what a visitor presses keeps to the policy', async ({ page, breaches }) => {
  const [artist] = await service<{ slug: string }[]>(
    'artists?select=slug&public_visible=eq.true&featured=eq.true&portfolio_images=neq.{}&limit=1',
  );
  await page.goto('/artists');
  await page.getByLabel('Style', { exact: true }).selectOption({ index: 1 });
  await expect(page).toHaveURL(/style=/);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByLabel('Email').fill('nobody');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByText(/valid email/).first()).toBeVisible();
  // In a worker, whose address the policy lets through.
  await page.getByLabel('Search', { exact: true }).fill('mural');
  await expect(page.locator('.list-results')).toHaveAttribute('aria-busy', 'false');
  await expect(page).toHaveURL(/q=mural/);
  await page.route('**/search/**', (route) => route.abort());
  await page.goto('/artists?style=Nature');
  await expect(page.getByText('Failed to load artists')).toBeVisible();
  // The served list is back, which was taken away while the answer was on its way.
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();

  await page.goto(`/artist/${artist?.slug}`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('main').locator('mural-gallery a').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('contentinfo').getByRole('button', { name: 'Theme' }).click();
  await page.goto('/quote');
  await page.getByRole('button', { name: 'Submit Quote Request' }).click();
  await expect(page.getByText('Name is required').first()).toBeVisible();
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Invalid email address').first()).toBeVisible();
  expect(breaches).toEqual([]);
});

for (const role of ['admin', 'artist', 'client'] as const) {
  test(`no page of the ${role} dashboard takes a string for markup or code, or needs to`, async ({
    page,
    breaches,
  }) => {
    test.setTimeout(180_000);
    await lead('Policy reader');
    await signIn(page, await person(role));
    for (const tab of DASHBOARD_TABS[role]) {
      const path = `/dashboard/${role}/${tab}`;
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expectStrict(page, breaches, path);
      await page.goto('about:blank');
      breaches.length = 0;
    }
  });
}

test.describe('with a worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the worker for a lost network is the one script that may be named', async ({
    page,
    breaches,
  }) => {
    await page.goto('/join');
    await page.getByRole('contentinfo').getByRole('button', { name: 'Theme' }).click();
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    const other = page.evaluate(() => navigator.serviceWorker.register('/other.js'));
    await expect(other).rejects.toThrow(/TrustedScriptURL/);
    await expect.poll(() => breaches.length).toBeGreaterThan(0);
    await page.goto('about:blank');
    breaches.length = 0;
  });
});
