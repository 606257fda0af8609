import {
  elsewhere,
  expectAccessible,
  profileOf,
  sendLead,
  toast,
} from '../fixtures/account-support.ts';
import { type ArtistRow, lead, type Person, person, signIn } from '../fixtures/admin-support.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

/** What is new shows itself: in open dashboards, under the bell of every page, and by mail as people want it. */

const bell = (page: Page) => page.getByRole('button', { name: /^Notices/ });
const panel = (page: Page) => page.getByRole('region', { name: 'Notices' });
const tab = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name });

async function anArtist(): Promise<{ artist: Person; profile: ArtistRow }> {
  const artist = await person('artist');
  return { artist, profile: await profileOf(artist) };
}

test('a client sees in open quotes that an artist has answered, and an admin a lead that came', async ({
  page,
  browser,
}) => {
  const { artist, profile } = await anArtist();
  const client = await person('client');
  const project = `A wall for ${client.id}`;
  await sendLead(client, 'Carla', project, [profile]);
  await signIn(page, client);
  await page.goto('/dashboard/client/quotes');
  await expect(page.getByText('New', { exact: true })).toBeVisible();
  // What they did themselves is no news.
  await expect(tab(page, /^My Quotes$/)).toBeVisible();

  const admin = await elsewhere(browser, '/dashboard/admin/leads', await person('admin'));
  const search = admin.getByLabel('Search name, email, city or text');
  await expect(search).toBeVisible();

  const theirs = await elsewhere(browser, '/dashboard/artist/leads', artist);
  await theirs.getByLabel(/^Status of/).selectOption('in_review');
  await expect(page.getByText('In Review', { exact: true })).toBeVisible();
  await expect(tab(page, /^My Quotes 1 to read$/)).toBeVisible();

  await lead('Somebody New');
  await expect(admin.getByRole('button', { name: 'Somebody New' }).first()).toBeVisible();

  await bell(page).click();
  await panel(page)
    .getByRole('link', { name: /is reviewing your request/ })
    .click();
  await expect(page).toHaveURL(/\/dashboard\/client\/quotes\?request=/);
  await expect(page.getByText(project)).toBeVisible();
  await expect(tab(page, /^My Quotes$/)).toBeAttached();
});

test('the bell of a public page leads to what is new; what is read is read on every device', async ({
  page,
  browser,
}) => {
  const { artist, profile } = await anArtist();
  await signIn(page, artist);
  await page.goto('/');
  await bell(page).click();
  await expect(panel(page)).toContainText('Nothing new yet');
  for (const project of ['A wall of agaves', 'A wall of cranes', 'A wall of moons'])
    await sendLead(null, 'Ida', project, [profile]);
  await page.goto('/artists');
  await expect(bell(page)).toHaveAccessibleName('Notices, 3 new');
  await expect(page).toHaveTitle(/^\(3\) /);
  const other = await elsewhere(browser, '/service-areas', artist);
  await expect(bell(other)).toHaveAccessibleName('Notices, 3 new');

  await bell(page).click();
  await expect(panel(page).getByRole('listitem')).toHaveCount(3);
  await expect(panel(page)).not.toContainText('Ida');
  await expectAccessible(page);
  await panel(page)
    .getByRole('link', { name: /New lettering mural request from Seguin/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/leads\?lead=[\w-]+$/);
  await expect(page.getByRole('article')).toContainText('A wall of moons');
  await expect(page).toHaveTitle(/^\(2\) /);

  await other.reload();
  await expect(bell(other)).toHaveAccessibleName('Notices, 2 new');
  await bell(other).click();
  await other.getByRole('button', { name: 'Mark All as Read' }).click();
  await expect(bell(other)).toHaveAccessibleName('Notices');
  await expect(page).toHaveTitle(/^Leads/);
});

test('an artist chooses how to hear of leads', async ({ page }) => {
  const { artist } = await anArtist();
  await signIn(page, artist);
  await page.goto('/dashboard/artist/settings');
  await page.getByLabel('Leads', { exact: true }).selectOption('No email');
  await expect(toast(page, 'Your choice is saved')).toBeVisible();
  const saved = page.waitForResponse(/set_notice_preference/);
  await page.getByLabel('Leads', { exact: true }).selectOption('Daily summary');
  await expect(page.getByText('comes at 8 a.m.')).toBeVisible();
  await saved;
  await page.reload();
  await expect(page.getByLabel('Leads', { exact: true })).toHaveValue('daily');
});
