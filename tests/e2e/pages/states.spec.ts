import { DASHBOARD_TABS } from '#config/dashboard-tabs.ts';
import { htmlFindings } from '../../support/html.ts';
import { profileOf, sendLead } from '../fixtures/account-support.ts';
import {
  type ArtistRow,
  asService,
  lead,
  artist as namedArtist,
  type Person,
  person,
  signIn,
} from '../fixtures/admin-support.ts';
import { comesToRest, violationsOn } from '../fixtures/axe.ts';
import { DEMO_ARTIST } from '../fixtures/demo.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

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
  const [painted] = await asService<{ portfolio_images: string[] }[]>(
    `/rest/v1/artists?select=portfolio_images&slug=eq.${DEMO_ARTIST.slug}`,
  );
  profile = await profileOf(artist, { portfolio_images: painted?.portfolio_images.slice(0, 2) });
  await sendLead(client, 'Rosa Delgado', 'A wall of agaves by the river, with herons', [profile]);
  await lead(sender, 'https://spam.example');
  await namedArtist('Ximena, an artist with a name that is rather long for a narrow screen');
});

interface Screen {
  colorScheme: 'light' | 'dark';
  width: number;
}
const SCREENS: readonly Screen[] = [
  { colorScheme: 'light', width: 1440 },
  { colorScheme: 'dark', width: 390 },
];

/** The widths of screens on which something of the page lies beside them. */
async function tooNarrow(page: Page): Promise<number[]> {
  const widths: number[] = [];
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (beyond > 0) widths.push(width);
  }
  return widths;
}

/** What the two validators find on the page as it is now, on each screen. */
async function findings(page: Page, screens: readonly Screen[] = SCREENS): Promise<string[]> {
  const found: string[] = [];
  let seen = '';
  for (const { colorScheme, width } of screens) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await comesToRest(page);
    for (const { id, nodes } of await violationsOn(page))
      found.push(...nodes.map((node) => `${colorScheme}, ${width} px: ${id}: ${node.html}`));
    const html = await page.evaluate(() => `<!doctype html>${document.documentElement.outerHTML}`);
    // The markup of toasts is sonner's; outside of a form the type of a button decides nothing.
    if (html !== seen)
      found.push(
        ...(await htmlFindings(html)).filter((line) => !/button-type.*\(#toaster /.test(line)),
      );
    seen = html;
  }
  return found;
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.getByText('Loading…')).toHaveCount(0);
}

/** What a role comes to first. */
const CORE: readonly string[] = ['overview', 'today', 'quotes'];

for (const role of ['admin', 'artist', 'client'] as const)
  for (const tab of DASHBOARD_TABS[role]) {
    const tag = CORE.includes(tab) ? ['@core'] : [];
    test(`the tab ${tab} of the ${role}`, { tag }, async ({ page }) => {
      await signIn(page, { admin, artist, client }[role]);
      await open(page, `/dashboard/${role}/${tab}${role === 'admin' ? '?q=ximena' : ''}`);
      expect.soft(await tooNarrow(page), tab).toEqual([]);
      expect.soft(await findings(page), tab).toEqual([]);
    });
  }

/** The tabs that show lists, and how each list is called where it does not come. */
const LISTS = {
  users: 'People',
  artists: 'Artists',
  clients: 'Clients',
  leads: 'Leads',
  cities: 'Cities',
  newsletter: 'Newsletter',
  mails: 'Email log',
  audit: 'Audit trail',
};

test('every tab of the admin that has nothing to show', async ({ page }) => {
  test.slow();
  await signIn(page, admin);
  for (const tab of Object.keys(LISTS)) {
    await open(page, `/dashboard/admin/${tab}?q=nobodyhasthisname`);
    expect.soft(await tooNarrow(page), tab).toEqual([]);
    expect.soft(await findings(page), tab).toEqual([]);
  }
});

for (const role of ['artist', 'client'] as const) {
  test(`every tab of the ${role} that has nothing to show`, async ({ page }) => {
    await signIn(page, newcomer[role]);
    for (const tab of DASHBOARD_TABS[role]) {
      await open(page, `/dashboard/${role}/${tab}`);
      expect.soft(await tooNarrow(page), tab).toEqual([]);
      expect.soft(await findings(page), tab).toEqual([]);
    }
  });
}

test('a list that cannot be loaded is silent, logged, and can be tried again', async ({ page }) => {
  test.slow();
  await signIn(page, admin);
  const logged: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') logged.push(message.text());
  });
  await page.route('**/rest/v1/rpc/admin_*', (route) => route.abort());
  const parts = { overview: 'The counts', publishing: 'Publishing', ...LISTS };
  for (const [tab, name] of Object.entries(parts)) {
    logged.length = 0;
    await page.goto(`/dashboard/admin/${tab}`);
    await expect(page.getByText(`${name} didn’t load.`)).toBeVisible();
    expect(logged.some((line) => /AppError|Failed to fetch/.test(line))).toBe(true);
    await expect(page.getByLabel('Notifications')).toHaveCount(0);
    expect.soft(await tooNarrow(page), tab).toEqual([]);
    expect.soft(await findings(page), tab).toEqual([]);
  }
  await page.goto(`/dashboard/admin/users?q=${admin.email}`);
  await expect(page.getByText('People didn’t load.')).toBeVisible();
  await page.unroute('**/rest/v1/rpc/admin_*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('row', { name: 'Test admin' })).toBeVisible();
});

test('a lead, a city, a question and a toast over them', async ({ page }) => {
  test.slow();
  await signIn(page, admin);
  await open(page, `/dashboard/admin/leads?q=${encodeURIComponent(sender)}`);
  await page.getByRole('button', { name: sender }).click();
  await expect(page.getByRole('dialog')).toContainText('Possible spam:');
  expect(await findings(page)).toEqual([]);
  await open(page, '/dashboard/admin/cities');
  await page.getByRole('button', { name: 'Add city' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add city' }).click();
  await expect(page.getByLabel('Notifications').getByText('City is required')).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await open(page, '/dashboard/admin/publishing');
  await page.getByRole('button', { name: 'Rebuild All' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await findings(page)).toEqual([]);
});

test('the lead of an artist and the request of a client', async ({ page, browser }) => {
  await signIn(page, artist);
  await open(page, '/dashboard/artist/leads');
  await page.getByRole('link', { name: /A wall of agaves/ }).click();
  await expect(page.getByRole('article')).toContainText('herons');
  expect(await findings(page)).toEqual([]);
  const context = await browser.newContext();
  const own = await context.newPage();
  await signIn(own, client);
  await open(own, new URL('/dashboard/client/quotes', page.url()).href);
  expect(await findings(own)).toEqual([]);
  await own.getByRole('link', { name: /A wall of agaves/ }).click();
  await expect(own.getByRole('region', { name: 'Sent to' })).toBeVisible();
  expect(await findings(own)).toEqual([]);
  await context.close();
});

test('the lightbox', async ({ page }) => {
  await signIn(page, client);
  await open(page, `/artist/${DEMO_ARTIST.slug}`);
  await page.locator('mural-gallery').getByRole('link').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await findings(page)).toEqual([]);
});

test.describe('on a phone', () => {
  const PHONE: Screen = { colorScheme: 'light', width: 390 };
  test.use({ viewport: { width: 390, height: 900 } });

  test('the drawer of a dashboard and the menu of a page', async ({ page }) => {
    await signIn(page, client);
    await open(page, '/dashboard/client/quotes');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    expect(await findings(page, [PHONE])).toEqual([]);
    await open(page, '/service-areas');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    expect(await findings(page, [PHONE])).toEqual([]);
  });
});
