import { readFile } from 'node:fs/promises';
import { actCalmly } from '#tests/support/calm.ts';
import type { Mail } from '../../../scripts/lib/read-mails.ts';
import { expectAccessible, mailsTo, mailTo, sendLead, toast } from '../fixtures/account-support.ts';
import {
  artist,
  artists,
  asService,
  call,
  lead,
  type Person,
  person,
  readArtist,
  signIn,
} from '../fixtures/admin-support.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

let admin: Person;
test.beforeAll(async () => {
  admin = await person('admin');
});
test.beforeEach(({ page }) => signIn(page, admin));

const search = (page: Page, label: string, text: string) => page.getByLabel(label).fill(text);
/** What the list of mails says of an address. */
async function mailRows(address: string) {
  const { body } = await call(
    '/rest/v1/rpc/admin_mails',
    'POST',
    { p_search: address },
    admin.token,
  );
  return (body as { rows: { state: string; lead_id: string }[] }).rows;
}
const unique = (name: string) => `${name} ${Math.random().toString(36).slice(2, 8)}`;

test('an admin features an artist, hides one and reads the audit trail', { tag: '@core' }, async ({
  page,
}) => {
  const star = await artist(unique('Star'), { featured: false });
  const gone = await artist(unique('Gone'));
  await expect
    .poll(async () => (await page.request.get(`/artist/${gone.slug}`)).status())
    .toBe(200);

  await page.goto('/dashboard/admin/artists');
  await search(page, 'Search name, city or email', star.name);
  // By the keyboard alone.
  const featuring = page.getByRole('switch', { name: `${star.name} featured` });
  await expect(featuring).toBeVisible();
  const isFocused = () => featuring.evaluate((node) => node === document.activeElement);
  for (let i = 0; i < 30 && !(await isFocused()); i++) await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(toast(page, 'Featured status updated')).toBeVisible();
  await expect(featuring).toBeChecked();
  await expect(featuring).toBeFocused();

  await search(page, 'Search name, city or email', gone.name);
  await page.getByRole('switch', { name: `${gone.name} public` }).click();
  await expect(toast(page, 'Artist visibility updated')).toBeVisible();

  expect(await readArtist(star.id)).toMatchObject({ featured: true, public_visible: true });
  expect(await readArtist(gone.id)).toMatchObject({ featured: false, public_visible: false });
  await expect
    .poll(async () => (await page.request.get(`/artist/${gone.slug}`)).status())
    .toBe(404);

  await page.getByRole('link', { name: 'System' }).click();
  await page.getByRole('link', { name: 'Audit Trail' }).click();
  await search(page, 'Search action, person or subject', star.id);
  const rows = page.getByRole('row');
  const featured = rows.filter({ hasText: 'Artist featured' }).filter({ hasText: star.name });
  await expect(featured).toContainText(`${star.name}, on`);
  await expect(featured).toContainText(admin.email);
  await search(page, 'Search action, person or subject', gone.id);
  await expect(
    rows.filter({ hasText: 'Artist visibility' }).filter({ hasText: gone.name }),
  ).toContainText(`${gone.name}, off`);
});

test('a switch that fails goes back and says so', async ({ page }) => {
  const row = await artist(unique('Stuck'), { public_visible: false });
  await page.route('**/rest/v1/artists?*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await page.goto(`/dashboard/admin/artists?q=${encodeURIComponent(row.name)}`);
  await page.getByRole('switch', { name: `${row.name} public` }).click();
  await expect(toast(page, 'Failed to update artist')).toBeVisible();
  await expect(page.getByRole('switch', { name: `${row.name} public` })).not.toBeChecked();
  await page.getByRole('switch', { name: `${row.name} featured` }).click();
  await expect(toast(page, 'Failed to update featured status')).toBeVisible();
  await expect(page.getByRole('switch', { name: `${row.name} featured` })).not.toBeChecked();
  expect(await readArtist(row.id)).toMatchObject({ featured: false, public_visible: false });

  // An id that is none is not sent at all.
  await page.route('**/rest/v1/rpc/admin_list_artists', async (route) => {
    const answer = await route.fetch();
    const list = await answer.json();
    list.rows[0].id = 'not-a-uuid';
    await route.fulfill({ response: answer, json: list });
  });
  await page.reload();
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent += 1;
  });
  await page.getByRole('switch', { name: `${row.name} featured` }).click();
  await expect(toast(page, 'Invalid artist ID')).toBeVisible();
  expect(sent).toBe(0);
});

test('a list is searched, filtered, sorted and paged on the server, and its URL keeps the view', async ({
  page,
}) => {
  const tag = unique('Paged');
  await artists(27, (i) => ({
    name: `${tag} ${String(i).padStart(2, '0')}`,
    public_visible: i % 2 === 0,
  }));
  const rows = page.getByRole('rowheader');
  await page.goto('/dashboard/admin/artists');
  await search(page, 'Search name, city or email', tag);
  await expect(page.getByText('Showing 1-25 of 27')).toBeVisible();
  // The file has all that are found, and not the page alone.
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^artists-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(28);
  expect(lines[0]).toContain('Name,Email,Phone');

  await page.getByRole('button', { name: 'Name' }).click();
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await expect(rows.first()).toContainText(`${tag} 00`);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page.getByText('Showing 26-27 of 27')).toBeVisible();
  await expect(rows.first()).toContainText(`${tag} 25`);

  await page.goBack();
  await expect(rows.first()).toContainText(`${tag} 00`);
  await page.getByLabel('Show').selectOption('Private');
  await expect(page.getByText('Showing 1-13 of 13')).toBeVisible();

  await page.reload();
  await expect(page.getByText('Showing 1-13 of 13')).toBeVisible();
  await expect(page.getByLabel('Search name, city or email')).toHaveValue(tag);
  await expect(rows.first()).toContainText(`${tag} 01`);

  await search(page, 'Search name, city or email', 'nobody has this name');
  await expect(page.getByText('Nothing fits this search')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search and filter' }).click();
  await expect(rows.first()).toBeVisible();
});

test('chosen artists are shown, hidden and featured together', async ({ page }) => {
  const tag = unique('Bulk');
  await artists(3, (i) => ({ name: `${tag} ${i}`, public_visible: false }));
  await page.goto(`/dashboard/admin/artists?q=${encodeURIComponent(tag)}`);
  const choose = page.getByRole('checkbox', { name: `Choose ${tag} 0` });
  const bar = page.getByRole('region', { name: 'Chosen artists' });
  const chooseAll = async () => {
    await choose.check();
    await bar.getByRole('button', { name: 'Choose All on This Page' }).click();
    await expect(bar).toContainText('3 chosen');
  };
  await chooseAll();
  await bar.getByRole('button', { name: 'Make Public' }).click();
  await expect(toast(page, 'Artist visibility updated')).toBeVisible();
  await expect(page.getByRole('switch', { name: /public$/, checked: true })).toHaveCount(3);
  await chooseAll();
  await bar.getByRole('button', { name: 'Feature', exact: true }).click();
  await expect(toast(page, 'Featured status updated')).toBeVisible();
  await expect(page.getByRole('switch', { name: /featured$/, checked: true })).toHaveCount(3);
  await chooseAll();
  await bar.getByRole('button', { name: 'Hide' }).click();
  await expect(page.getByRole('switch', { name: /public$/, checked: false })).toHaveCount(3);
});

test('a held lead is released and given to an artist', { tag: '@core' }, async ({ page }) => {
  const sender = unique('Sender');
  const painter = await artist(unique('Painter'));
  const id = await lead(sender, 'https://spam.example');
  await page.goto('/dashboard/admin/leads?filter=held');
  await search(page, 'Search name, email, city or text', sender);
  await page.getByRole('button', { name: sender }).click();
  const panel = page.getByRole('dialog', { name: `Quote request from ${sender}` });
  await expect(panel).toContainText('filled in a hidden field.');
  await expect(panel).toContainText('210 555 0100');
  await panel.getByRole('button', { name: 'Not Spam' }).click();
  await expect(toast(page, 'Marked as not spam')).toBeVisible();

  await expect(panel.getByRole('button', { name: 'Not Spam' })).toBeHidden();
  await panel.getByLabel('Find an artist').fill(painter.name);
  await actCalmly(page, 'Artists 1 artist of', () =>
    panel.getByRole('button', { name: `Assign ${painter.name}` }).click(),
  );
  await expect(toast(page, 'Lead assigned')).toBeVisible();
  const rows = await asService<object[]>(`/rest/v1/lead_assignments?lead_id=eq.${id}`);
  expect(rows).toMatchObject([{ artist_id: painter.id, status: 'new' }]);
  await expect(panel.getByRole('button', { name: `Remove ${painter.name}` })).toBeVisible();

  await panel.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('button', { name: 'Clear search and filter' }).click();
  await search(page, 'Search name, email, city or text', sender);
  await expect(page.getByRole('row', { name: sender })).toContainText(painter.name);
});

/** A painting of one pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

test('cities are added, changed and removed, and their covers with them', async ({ page }) => {
  const name = unique('Testville').replace(/\d/g, 'x');
  const cover = {
    name: 'cover.png',
    mimeType: 'image/png',
    buffer: Buffer.from(PIXEL, 'base64'),
  };
  const covers = async () => {
    const list = '/storage/v1/object/list/portfolio-images';
    const { body } = await call(list, 'POST', { prefix: admin.id, limit: 100 }, admin.token);
    return (body as unknown[]).length;
  };
  await page.goto('/dashboard/admin/cities');
  await page.getByRole('button', { name: 'Add city' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: 'Add city' }).click();
  await expect(form.getByText('City is required').first()).toBeVisible();
  await expect(form.getByLabel('City')).toBeFocused();

  await form.getByLabel('City').fill(name);
  await form.getByLabel('Description').fill('Walls of limestone.');
  await form.getByLabel('Choose photo').setInputFiles(cover);
  await expect(form.getByRole('img', { name: 'Cover' })).toBeVisible();
  await form.getByRole('button', { name: 'Add city' }).click();
  await expect(toast(page, 'City added')).toBeVisible();
  const [made] = await asService<{ cover_photo: string }[]>(
    `/rest/v1/cities?city_name=eq.${encodeURIComponent(name)}`,
  );
  expect((await page.request.get(made?.cover_photo ?? '')).status()).toBe(200);

  await page.getByRole('button', { name: 'Add city' }).click();
  await form.getByLabel('City').fill(name.toUpperCase());
  await form.getByLabel('Choose photo').setInputFiles(cover);
  await form.getByRole('button', { name: 'Add city' }).click();
  await expect(form.getByText('This city is already a service area').first()).toBeVisible();
  await expect.poll(covers).toBe(1);
  await form.getByRole('button', { name: 'Cancel' }).click();

  await search(page, 'Search city or state', name);
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  await form.getByLabel('Featured location').check();
  await form.getByRole('button', { name: 'Save city' }).click();
  await expect(toast(page, 'City updated')).toBeVisible();
  await expect(page.getByRole('row', { name })).toContainText('Yes');

  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await page.getByRole('button', { name: 'Delete city' }).click();
  await expect(toast(page, 'City deleted')).toBeVisible();
  await expect(page.getByText('Nothing fits this search')).toBeVisible();
  await expect.poll(covers).toBe(0);
});

test('deleting by keyboard goes on at the next row, and then at the heading', async ({ page }) => {
  const tag = unique('Keyville');
  for (const one of ['A', 'B'])
    await asService('/rest/v1/cities', 'POST', { city_name: `${tag} ${one}`, state: 'TX' });
  await page.goto(`/dashboard/admin/cities?q=${encodeURIComponent(tag)}`);
  for (const one of ['A', 'B']) {
    const remove = page.getByRole('button', { name: `Delete ${tag} ${one}` });
    if (one === 'B') await expect(remove).toBeFocused();
    else await remove.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Delete city' }).focus();
    await page.keyboard.press('Enter');
    await expect(remove).toHaveCount(0);
  }
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('mails show whom they reached, are found by address and sent again', async ({ page }) => {
  const asker = await person('client');
  const id = await sendLead(asker, 'Mail Reader', 'A wall of letters', [
    await artist(unique('Postal')),
  ]);
  await expect
    .poll(async () => (await mailRows(asker.email)).map(({ state }) => state))
    .toEqual(['sent']);
  await page.goto('/dashboard/admin');
  await page.getByRole('link', { name: 'Email', exact: true }).click();
  const beside = page.getByRole('navigation', { name: 'Email' });
  await expect(beside.getByRole('link', { name: 'Email Log' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(beside.getByRole('link', { name: 'Newsletter' })).toBeVisible();
  await search(page, 'Search address', asker.email);
  await expect(page.getByText('Showing 1-1 of 1')).toBeVisible();
  const row = page.getByRole('row', { name: 'Request confirmed' });
  await expect(row).toContainText(asker.email);
  await expect(row).toContainText('Sent');
  await expect(row).toContainText('Written to');
  await page.getByLabel('Show').selectOption('Failed');
  await expect(page.getByText('Nothing fits this search')).toBeVisible();
  await page.getByLabel('Show').selectOption('Sent');
  await row.locator('summary').click();
  const first = await mailTo(asker.email);
  await row.getByRole('button', { name: /^Send again/i }).click();
  await expect(toast(page, 'The email is on its way again')).toBeVisible();
  // The file of the first may go: its row is the second one's now.
  const next = async () =>
    (await mailsTo(asker.email)).find(({ messageId }) => messageId !== first.messageId);
  await expect.poll(next).toBeTruthy();
  const linkOf = (mail?: Mail) => mail?.links.find((link) => link.includes('/request#'));
  expect(linkOf(first)).toBeTruthy();
  expect(linkOf(await next())).toBe(linkOf(first));
  expect((await mailRows(asker.email)).map(({ lead_id }) => lead_id)).toEqual([id]);

  // One that failed says why, and says so when it cannot be sent again.
  await page.route('**/rpc/resend_mail', (route) => route.abort());
  await page.route('**/rpc/admin_mails', async (route) => {
    const answer = await route.fetch();
    const list = await answer.json();
    const failed = { state: 'failed', answer: '550 5.1.1 no such mailbox', sent_at: null };
    for (const mail of list.rows) Object.assign(mail, failed, { next_attempt_at: null });
    await route.fulfill({ response: answer, json: list });
  });
  await page.reload();
  await expect(row.first()).toContainText('550 5.1.1 no such mailbox');
  await row.first().locator('summary').click();
  await row
    .first()
    .getByRole('button', { name: /^Send again/i })
    .click();
  await expect(toast(page, 'Failed to send the email again')).toBeVisible();
});

test('publishing shows the release and the backup, asks before a rollback, and rebuilds', async ({
  page,
}) => {
  test.slow();
  const health = await (await page.request.get('/healthz')).json();
  const { release } = health;
  let backup: object | null = null;
  await page.route('**/healthz', (route) => route.fulfill({ json: { ...health, backup } }));
  await page.goto('/dashboard/admin/publishing');
  await page.getByText('For the Operator').click();
  await expect(page.getByText('No backup yet.')).toBeVisible();
  backup = { at: new Date().toISOString(), bytes: 3.26 * 2 ** 20 };
  await expect(page.getByText('Last backup just now, 3.2 MB.')).toBeVisible();
  await page.unroute('**/healthz');
  await expect(page.getByText(release, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Rebuild All' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rebuild All' }).click();
  await expect(toast(page, 'Rebuild requested')).toBeVisible();
  await expect
    .poll(async () => (await (await page.request.get('/healthz')).json()).release, {
      timeout: 240_000,
    })
    .not.toBe(release);
  await expect(page.getByText('0 requests')).toBeVisible();

  await page.getByRole('button', { name: 'Roll Back' }).click();
  const { previous } = await (await page.request.get('/healthz')).json();
  await expect(page.getByRole('dialog').getByText(previous)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
});

test('a tab that breaks says so instead of going blank', { tag: '@core' }, async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
      get() {
        throw new Error('a broken browser');
      },
    });
  });
  await page.goto('/dashboard/admin/users');
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reload the page' })).toBeVisible();
});

test('the overview counts and charts what there is', async ({ page }) => {
  await lead(unique('Counted'));
  await page.goto('/dashboard/admin/overview');
  const counts = page.getByRole('list', { name: 'Counts' });
  for (const name of [
    'Artists',
    'Leads',
    'New leads this week',
    'Cities',
    'User roles',
    'Clients',
  ]) {
    await expect(counts.getByRole('link', { name: new RegExp(`^${name}`) })).toBeVisible();
  }
  await expect(page.getByRole('img', { name: /leads in the last 30 days/ })).toBeVisible();
  await page.getByLabel('Period').selectOption('7 days');
  await expect(page.getByRole('img', { name: /leads in the last 7 days/ })).toBeVisible();
});

test('people are listed with their roles and leads, and clients by themselves', async ({
  page,
}) => {
  const client = await person('client');
  await page.goto(`/dashboard/admin/clients?q=${client.email}`);
  await expect(page.getByRole('row', { name: 'Test client' })).toContainText('0');
  await page
    .getByRole('navigation', { name: 'People' })
    .getByRole('link', { name: 'Everyone' })
    .click();
  await expect(page).toHaveURL(/\/dashboard\/admin\/users$/);
  await page.getByLabel('Show').selectOption('Clients');
  await search(page, 'Search name or email', client.email);
  await expect(page.getByRole('row', { name: client.email })).toContainText('Client');

  // Each has a page with what is theirs.
  await sendLead(client, 'Test client', 'A wall of one person', []);
  await page.getByRole('row', { name: client.email }).getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/admin/users\\?person=${client.id}`));
  await expect(page.getByRole('heading', { name: 'Test client' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(/Last login/);
  await expect(page.getByRole('region', { name: 'Emails' })).toContainText('Request confirmed');
  await expectAccessible(page);
  await page
    .getByRole('region', { name: 'Leads' })
    .getByRole('link', { name: 'A wall of one person' })
    .click();
  await expect(page.getByRole('dialog')).toContainText('A wall of one person');
  await page.goto('/dashboard/admin/users?person=nobody');
  await expect(page.getByText('There is no such person.')).toBeVisible();
  const list = '/rest/v1/rpc/admin_list_users';
  expect(await call(list, 'POST', { p_filter: 'nobody' }, admin.token)).toMatchObject({
    status: 400,
    body: { message: 'Invalid input' },
  });
  await page.goto('/dashboard/admin/settings');
  await expect(page.getByText('coming soon')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change Password' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete Account' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Download Everything' })).toBeVisible();
  await page.getByRole('button', { name: 'Save Name' }).click();
  await expect(toast(page, 'Your name is saved')).toBeVisible();
});
