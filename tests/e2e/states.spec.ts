import { DASHBOARD_TABS } from '#config/dashboard.ts';
import { htmlFindings } from '#tests/support/html.ts';
import { profileOf, sendLead } from './account-support.ts';
import { type ArtistRow, lead, type Person, person, signIn } from './admin-support.ts';
import { service } from './fixtures/api.ts';
import { violationsOn } from './fixtures/axe.ts';
import { expect, type Page, test } from './fixtures/test.ts';

/** Valid and accessible as it stands in the browser: every tab with and without data, and what opens over a page. */
let admin: Person;
let artist: Person;
let client: Person;
let profile: ArtistRow;
let newcomer: { artist: Person; client: Person };
const sender = `Ximena ${Date.now().toString(36)}`;

test.beforeAll(async () => {
  admin = await person('admin');
  artist = await person('artist');
  client = await person('client');
  newcomer = { artist: await person('artist'), client: await person('client') };
  profile = await profileOf(artist);
  await sendLead(client, 'Rosa Delgado', 'A wall of agaves by the river, with herons', [profile]);
  await lead(sender, 'https://spam.example');
});

const SCREENS = [
  ['light', 1440],
  ['dark', 390],
] as const;

/** What the two validators find on the page as it is now. */
async function findings(page: Page): Promise<string[]> {
  const violations = await violationsOn(page);
  const html = await page.evaluate(() => `<!doctype html>${document.documentElement.outerHTML}`);
  return [
    ...violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`)),
    // The markup of toasts is sonner's; outside of a form the type of a button decides nothing.
    ...(await htmlFindings(html)).filter((line) => !/button-type.*\(#toaster /.test(line)),
  ];
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.getByText('Loading…')).toHaveCount(0);
}

for (const [colorScheme, width] of SCREENS) {
  test.describe(`${colorScheme}, ${width} px`, () => {
    test.use({ colorScheme, reducedMotion: 'reduce', viewport: { width, height: 900 } });

    for (const role of ['admin', 'artist', 'client'] as const) {
      test(`every tab of the ${role}`, async ({ page }) => {
        test.slow();
        await signIn(page, { admin, artist, client }[role]);
        for (const tab of DASHBOARD_TABS[role]) {
          await open(page, `/dashboard/${role}/${tab}${role === 'admin' ? '?q=ximena' : ''}`);
          expect(await findings(page), tab).toEqual([]);
        }
      });
    }

    test('every tab that has nothing to show', async ({ page, browser }) => {
      test.slow();
      await signIn(page, admin);
      for (const tab of [
        'users',
        'artists',
        'clients',
        'leads',
        'cities',
        'newsletter',
        'mails',
        'audit',
      ]) {
        await open(page, `/dashboard/admin/${tab}?q=nobodyhasthisname`);
        expect(await findings(page), tab).toEqual([]);
      }
      for (const role of ['artist', 'client'] as const) {
        const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
        const own = await context.newPage();
        await signIn(own, newcomer[role]);
        for (const tab of DASHBOARD_TABS[role]) {
          await open(own, new URL(`/dashboard/${role}/${tab}`, page.url()).href);
          expect(await findings(own), `${role} ${tab}`).toEqual([]);
        }
        await context.close();
      }
    });

    test('tabs whose data does not come', async ({ page }) => {
      test.slow();
      await signIn(page, admin);
      await page.route('**/rest/v1/**', (route) =>
        route.request().url().includes('user_roles') ? route.continue() : route.abort(),
      );
      for (const tab of [
        'overview',
        'users',
        'artists',
        'leads',
        'cities',
        'newsletter',
        'mails',
        'publishing',
      ]) {
        await open(page, `/dashboard/admin/${tab}`);
        expect(await findings(page), tab).toEqual([]);
      }
    });

    test('a lead, a city, a question and a toast over them', async ({ page }) => {
      test.slow();
      await signIn(page, admin);
      await open(page, `/dashboard/admin/leads?q=${encodeURIComponent(sender)}`);
      await page.getByRole('button', { name: sender }).click();
      await expect(page.getByRole('dialog')).toContainText('Held.');
      expect(await findings(page)).toEqual([]);
      await open(page, '/dashboard/admin/cities');
      await page.getByRole('button', { name: 'Add city' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Add city' }).click();
      await expect(page.getByLabel('Notifications').getByText('City is required')).toBeVisible();
      expect(await findings(page)).toEqual([]);
      await open(page, '/dashboard/admin/publishing');
      await page.getByRole('button', { name: 'Rollback' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await findings(page)).toEqual([]);
    });

    test('the lead of an artist and the request of a client', async ({ page, browser }) => {
      await signIn(page, artist);
      await open(page, '/dashboard/artist/leads');
      await page.getByRole('button', { name: /A wall of agaves/ }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await findings(page)).toEqual([]);
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
      const own = await context.newPage();
      await signIn(own, client);
      await open(own, new URL('/dashboard/client/quotes', page.url()).href);
      await own.getByRole('button', { name: /A wall of agaves/ }).click();
      await expect(own.getByRole('dialog')).toBeVisible();
      expect(await findings(own)).toEqual([]);
      await own.getByRole('link', { name: 'Open Request' }).click();
      await expect(own.getByRole('region', { name: 'Who has it' })).toBeVisible();
      expect(await findings(own)).toEqual([]);
      await context.close();
    });

    test('the lightbox, and the request for a call', async ({ page }) => {
      const [shown] = await service<{ slug: string }[]>(
        'artists?select=slug&public_visible=eq.true&featured=eq.true&portfolio_images=neq.{}&limit=1',
      );
      await signIn(page, client);
      await open(page, `/artist/${shown?.slug}`);
      await page.locator('mural-gallery').getByRole('link').first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await findings(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Book Consultation' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Send Request' }).click();
      await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
      expect(await findings(page)).toEqual([]);
    });
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 800 }, reducedMotion: 'reduce' });

  test('the drawer of a dashboard and the menu of a page', async ({ page }) => {
    await signIn(page, client);
    await open(page, '/dashboard/client/quotes');
    await page.getByRole('button', { name: 'Toggle sidebar' }).click();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await open(page, '/service-areas');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    expect(await findings(page)).toEqual([]);
  });
});
