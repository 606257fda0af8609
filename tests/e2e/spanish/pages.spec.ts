import { DASHBOARD_TABS } from '#config/dashboard-tabs.ts';
import { expectAccessible } from '../fixtures/account-support.ts';
import { type Person, person, signIn } from '../fixtures/admin-support.ts';
import { agreedJob } from '../fixtures/agreed-job.ts';
import { PUBLIC_PAGES } from '../fixtures/public-pages.ts';
import { expectSpanish } from '../fixtures/spanish.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

/** Spanish is longer than English: every page in it still fits the narrowest screen. */
test.use({ viewport: { width: 320, height: 720 } });

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`/es${path}`);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await page.mouse.wheel(0, 4000);
  await page.waitForLoadState('networkidle');
}

for (const path of ['', '/quote'])
  test(`/es${path} is accessible`, { tag: path ? [] : ['@core'] }, async ({ page }) => {
    await open(page, path);
    await expectAccessible(page);
  });

test('every kind of public page is Spanish and fits', async ({ page }) => {
  test.slow();
  for (const path of PUBLIC_PAGES) {
    await open(page, path);
    await expectSpanish(page);
  }
});

for (const role of ['artist', 'client'] as const)
  test(`every tab of the ${role} is Spanish and fits, empty and with a job`, async ({
    page,
    browser,
  }) => {
    test.slow();
    const client = await person('client');
    const { artist, lead } = await agreedJob(client, 4200, 'thirds');
    const tabs = DASHBOARD_TABS[role].map((tab) => `/dashboard/${role}/${tab}`);
    const one = role === 'artist' ? `leads?lead=${lead}` : `quotes?request=${lead}`;
    const look = async (where: Page, who: Person, paths: readonly string[]) => {
      await signIn(where, who);
      for (const path of paths) {
        await open(where, path);
        await expectSpanish(where);
      }
    };
    await look(page, { artist, client }[role], [...tabs, `/dashboard/${role}/${one}`]);
    const other = await (
      await browser.newContext({ viewport: { width: 320, height: 720 } })
    ).newPage();
    const steps = [1, 2, 3, 4].map((step) => `/dashboard/artist/setup?step=${step}`);
    await look(other, await person(role), role === 'artist' ? [...tabs, ...steps] : tabs);
  });
