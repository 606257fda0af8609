import { randomUUID } from 'node:crypto';
import { actInPlace } from '#tests/support/calm.ts';
import {
  expectAccessible,
  mailTo,
  painter,
  rpc,
  sendLead,
  sendRequest,
  toast,
} from '../fixtures/account-support.ts';
import {
  artist,
  asService,
  call,
  lead,
  type Person,
  person,
  signIn,
} from '../fixtures/admin-support.ts';
import { agreedJob } from '../fixtures/agreed-job.ts';
import { type Cast, castOf } from '../fixtures/artists.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

let admin: Person;
/** Somebody who fits what is asked for in a town of this file: those of other stories come and go. */
let cast: Cast;
test.beforeAll(async () => {
  admin = await person('admin');
  cast = await castOf(1, () => ({ featured: true, average_rating: 5 }));
});
test.afterAll(() => cast?.remove());
test.beforeEach(({ page }) => signIn(page, admin));

const unique = (name: string) => `${name} ${randomUUID().slice(0, 8)}`;
const FITTING = () => new RegExp(`^Assign .*${cast.artists[0]?.name}`);
/** A request of that town. */
async function leadHere(name: string, website = ''): Promise<string> {
  const id = await lead(name, website);
  await asService(`/rest/v1/lead_records?id=eq.${id}`, 'PATCH', { city: cast.city });
  return id;
}
const holders = async (id: string) =>
  (await asService<{ artist_id: string }[]>(`/rest/v1/lead_assignments?lead_id=eq.${id}`)).map(
    ({ artist_id }) => artist_id,
  );
const panelOf = (page: Page, name: string) =>
  page.getByRole('dialog', { name: `Quote request from ${name}` });
/** Nothing of the page stands beyond its edges. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('a lead is found by its number and assigned in three presses, at an address of its own', async ({
  page,
}) => {
  const digits = String(Math.floor(Math.random() * 1e7)).padStart(7, '0');
  const phone = `(956) ${digits.slice(0, 3)}-${digits.slice(3)}`;
  const sender = unique('Caller');
  const id = await leadHere(sender);
  await asService(`/rest/v1/lead_contacts?lead_id=eq.${id}`, 'PATCH', { phone });
  await page.goto('/dashboard/admin/leads?filter=new&style=nature');
  await expect(page.getByLabel('Style')).toHaveValue('nature');

  await page.getByLabel('Search name, email, city or text').click();
  await page.keyboard.type(`956${digits}`);
  await page.getByRole('button', { name: sender }).click();
  const panel = panelOf(page, sender);
  const suggested = panel.getByRole('list', { name: 'These fit the request' });
  await expect(suggested.getByRole('listitem').first()).toContainText(/open request|Nothing open/);
  await suggested.getByRole('button', { name: FITTING() }).click();
  await expect(toast(page, 'Lead assigned')).toBeVisible();
  expect(await holders(id)).toHaveLength(1);

  const address = new URL(page.url());
  expect(address.searchParams.get('lead')).toBe(id);
  expect(address.searchParams.get('q')).toBe(`956${digits}`);
  await expectAccessible(page);
  await page.goBack();
  await expect(panel).toBeHidden();
  await expect(page).toHaveURL(/filter=new&style=nature&?|q=956/);
  await expect(page.getByRole('row', { name: sender })).toBeVisible();
  await page.goForward();
  await expect(panel).toBeVisible();
  await page.reload();
  await expect(panel).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  // The way back through the history takes a moment.
  await expect(page).not.toHaveURL(/[?&]lead=/);
  await expect(page.getByLabel('Search name, email, city or text')).toHaveValue(`956${digits}`);

  // By the address alone, and back to the list that lies below.
  await page.goto(`/dashboard/admin/leads?lead=${id}`);
  await expect(panel).toBeVisible();
  await panel.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard\/admin\/leads$/);
  await page.goto(`/dashboard/admin/leads?lead=${randomUUID()}`);
  await expect(page.getByRole('dialog')).toContainText('There is no such lead.');
});

/** Whether a link still opens its request. */
const opens = async (token: string) =>
  (await call('/rest/v1/rpc/track_request', 'POST', { p_token: token }, null)).status < 300;
/** The token of the link in the newest email to an address. */
const mailedToken = async (email: string) =>
  (await mailTo(email)).links.flatMap((link) => link.match(/request#([\w-]+)$/)?.[1] ?? [])[0] ??
  '';

test('a link that got into wrong hands is replaced on the page of its lead', async ({ page }) => {
  const sender = unique('Overheard');
  const { id, token, email } = await sendRequest(null, sender, 'A wall with a leaked link', []);
  await page.goto(`/dashboard/admin/leads?lead=${id}`);
  const contact = panelOf(page, sender).getByRole('region', { name: 'Who sent it' });
  await contact.getByRole('button', { name: 'Replace Link' }).click();
  const asked = page.getByRole('dialog', { name: `Replace the link of ${sender}?` });
  await expect(asked).toContainText(
    `All links to this request stop working, and we email ${sender} a new one.`,
  );
  await expectAccessible(page);
  await asked.getByRole('button', { name: 'Cancel' }).click();
  expect(await opens(token)).toBe(true);

  await contact.getByRole('button', { name: 'Replace Link' }).click();
  await asked.getByRole('button', { name: 'Replace Link' }).click();
  await expect(
    toast(page, 'Old links no longer work. We emailed the client a new one'),
  ).toBeVisible();
  await expect(asked).toBeHidden();
  expect(await opens(token)).toBe(false);
  await expect.poll(async () => opens(await mailedToken(email))).toBe(true);
});

test('what needs an admin shows itself first, and is dealt with where it stands', async ({
  page,
}) => {
  const busy = await painter('Silent');
  const [heldBy, alone, silent] = [unique('Robot'), unique('Alone'), unique('Waiting')];
  const held = await leadHere(heldBy, 'https://spam.example');
  const open = await leadHere(alone);
  const waiting = await sendLead(null, silent, 'A wall that nobody answers for', []);
  const long = new Date(Date.now() - 60 * 3600_000).toISOString();
  await asService('/rest/v1/lead_assignments', 'POST', {
    lead_id: waiting,
    artist_id: busy.profile.id,
    created_at: long,
  });
  // Requests of other stories would push these out of the five that each group begins with.
  await page.route('**/rpc/admin_needs', (route) => route.continue({ postData: { p_rows: 50 } }));
  await page.goto('/dashboard/admin');
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  await expect(menu.getByRole('link', { name: /^Overview \d+\+? waiting$/ })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByRole('button', { name: 'Logout' })).toBeInViewport();
  const group = (name: string) => page.getByRole('region', { name });
  await group('Held')
    .getByRole('button', { name: `Not spam: the request of ${heldBy}` })
    .click();
  await expect(toast(page, 'Marked as not spam')).toBeVisible();
  await expect(
    page.getByRole('button', { name: `Not spam: the request of ${heldBy}` }),
  ).toBeHidden();

  await group('No reply in 48 hours')
    .getByRole('button', { name: new RegExp(silent) })
    .first()
    .click();
  await expect(toast(page, 'Reminded. It’s in the artist’s dashboard.')).toBeVisible();
  await expect
    .poll(async () => JSON.stringify(await rpc('my_notices', {}, busy)))
    .toContain('lead_waiting');

  // Whom it suits best is a press away, and can be taken back.
  const fitting = cast.artists[0]?.name;
  const free = group('Unassigned').getByRole('listitem').filter({ hasText: alone });
  await actInPlace(
    page,
    () => free.getByRole('button', { name: `Assign to ${fitting}` }).click(),
    async () => {
      await expect(free.getByText('Assigned', { exact: true })).toBeVisible();
      await expect(page.locator('button:focus, h2:focus')).toHaveCount(1);
    },
  );
  await expect(toast(page, 'Lead assigned')).toBeVisible();
  await expect.poll(() => holders(open)).toEqual([cast.artists[0]?.id]);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(toast(page, 'Artist removed from the lead')).toBeVisible();
  expect(await holders(open)).toEqual([]);
  await group('Unassigned')
    .getByRole('button', { name: `Find an artist for ${alone}` })
    .click();
  const panel = panelOf(page, alone);
  await panel.getByRole('button', { name: FITTING() }).click();
  await expect(toast(page, 'Lead assigned')).toBeVisible();
  await panel.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByRole('button', { name: `Find an artist for ${alone}` })).toBeHidden();
  expect(await holders(open)).toHaveLength(1);
  expect(await holders(held)).toEqual([]);
  await expectAccessible(page);
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await overflow(page), `at ${width}`).toBeLessThanOrEqual(0);
  }

  // What comes while the page is open comes by itself.
  const late = unique('Late');
  await leadHere(late);
  await expect(page.getByRole('button', { name: `Find an artist for ${late}` })).toBeVisible();

  await page.unroute('**/rpc/admin_needs');
  const none = { total: 0, older: 0, rows: [] };
  const groups = [
    'held',
    'unassigned',
    'unanswered',
    'payments',
    'agreements',
    'conversations',
    'pictures',
    'reviews',
    'claims',
    'papers',
    'mails',
    'rules',
  ];
  await page.route('**/rpc/admin_needs', (route) =>
    route.fulfill({ json: Object.fromEntries(groups.map((name) => [name, none])) }),
  );
  // Where this was before.
  await page.goto('/dashboard/admin/needs-you?lead=none');
  await expect(page).toHaveURL(/\/dashboard\/admin\?lead=none$/);
  await page.goto('/dashboard/admin');
  await expect(page.getByText('Nothing needs you').last()).toBeVisible();
  await page.unroute('**/rpc/admin_needs');
  await page.route('**/rpc/admin_needs', (route) => route.abort());
  await page.goto('/dashboard/admin');
  await expect(page.getByText('What needs you didn’t load.')).toBeVisible();
});

test('an admin reads a job as its two sides do, and does nothing in it', async ({ page }) => {
  const job = await agreedJob(null, 900, 'halves', 'Zelle to ana@example.com.');
  const { artist: painter, lead: id } = job;
  const said = { p_body: 'The ladder comes on Friday.', p_key: randomUUID() };
  await rpc('send_message', { p_lead: id, p_artist: painter.profile.id, ...said }, painter);
  await page.goto(`/dashboard/admin/leads?lead=${id}`);
  const panel = panelOf(page, 'Carmen Ibarra');
  const own = panel.getByRole('region', { name: `Job of ${painter.profile.name}` });
  await expect(own).toContainText('Carmen Ibarra: Pay $450 (Deposit)');
  await expect(own).toContainText(`${painter.profile.name}: Send a sketch`);
  await expect(own.getByRole('list').last()).toContainText(
    'Carmen Ibarra signed the agreement (version 1)',
  );
  await panel
    .getByRole('button', { name: `Read the conversation with ${painter.profile.name}` })
    .click();
  await panel.getByLabel('Why do you read it?').fill('The client asked us for help');
  await panel.getByRole('button', { name: 'Read Conversation' }).click();
  await expect(panel.getByText('The ladder comes on Friday.')).toBeVisible();
  await panel.getByText('Agreement, version 1').first().click();
  await expect(panel.getByRole('article', { name: 'Agreement, version 1' }).first()).toContainText(
    '$900',
  );
  await panel.getByText(/^Money: /).click();
  await expect(panel.getByText('Deposit: $450', { exact: true })).toBeVisible();
  await expect(
    panel.getByRole('button', { name: /^(Sign|Send|Mark|Report|Approve|I’ve Paid)/ }),
  ).toHaveCount(0);
  await expectAccessible(page);
});

test('chosen leads are assigned, noted and reminded together, and doubles become one', async ({
  page,
}) => {
  const name = unique('Same Name');
  const here = await artist(name);
  await artist(name, { city: 'Austin' } as object);
  const sender = unique('Twice');
  const { id, email } = await sendRequest(null, sender, 'The long wall of our bakery', []);
  const again = await lead(sender);
  await asService(`/rest/v1/lead_contacts?lead_id=eq.${again}`, 'PATCH', { email });
  // Equal addresses may have been typed by anybody: one account sent both.
  const owner = await person('client');
  await asService(`/rest/v1/lead_records?id=in.(${id},${again})`, 'PATCH', {
    created_by_user: owner.id,
  });
  await page.goto(`/dashboard/admin/leads?q=${encodeURIComponent(sender)}`);
  const choices = page.getByRole('checkbox', { name: `Choose ${sender}` });
  await choices.first().check();
  const bar = page.getByRole('region', { name: 'Chosen leads' });
  await bar.getByRole('button', { name: 'Choose All on This Page' }).click();
  await expect(bar).toContainText('2 chosen');

  // Two of a name are told apart.
  await bar.getByRole('button', { name: 'Assign', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Find an artist').fill(name);
  const found = dialog.getByRole('list', { name: 'Found artists' }).getByRole('listitem');
  await expect(found).toHaveCount(2);
  await expect(found.filter({ hasText: 'Austin' })).toHaveCount(1);
  const right = found.filter({ hasText: here.slug });
  await expect(right.getByRole('button')).toHaveAccessibleDescription(/San Antonio.*Nothing open/);
  await right.getByRole('button', { name: `Assign to ${name}` }).click();
  await expect(toast(page, 'Leads assigned')).toBeVisible();
  expect([await holders(id), await holders(again)]).toEqual([[here.id], [here.id]]);

  await choices.first().check();
  await choices.last().check();
  await bar.getByRole('button', { name: 'Remind' }).click();
  await expect(
    toast(page, 'No one to remind: every artist has answered or was reminded today'),
  ).toBeVisible();
  await choices.first().check();
  await choices.last().check();
  await bar.getByRole('button', { name: 'Note' }).click();
  await dialog.getByRole('button', { name: 'Add Note' }).click();
  await expect(dialog.getByText('Please write a note').first()).toBeVisible();
  await dialog.getByLabel('New note').fill('Called, sounds serious');
  await dialog.getByRole('button', { name: 'Add Note' }).click();
  await expect(toast(page, 'Note added')).toBeVisible();

  await choices.first().check();
  await choices.last().check();
  await bar.getByRole('button', { name: 'Merge' }).click();
  await dialog.getByLabel(/Keep: The long wall of our bakery/).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(toast(page, 'Requests merged')).toBeVisible();
  await page.goto(`/dashboard/admin/leads?lead=${id}`);
  const panel = panelOf(page, sender);
  await expect(panel.getByText('Called, sounds serious')).toHaveCount(2);
  await expect(panel.getByText('Merged into this one')).toBeVisible();
  await expectAccessible(page);

  // No width cuts off how far a lead is.
  await asService(`/rest/v1/lead_assignments?lead_id=eq.${id}`, 'PATCH', { status: 'completed' });
  await page.goto(`/dashboard/admin/leads?q=${encodeURIComponent(sender)}&filter=completed`);
  const badge = page.getByRole('row', { name: sender }).getByText('Completed', { exact: true });
  await expect(badge).toBeVisible();
  for (const width of [320, 390, 600, 768, 900, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const seen = await badge.evaluate((element) => {
      const { left, right } = element.getBoundingClientRect();
      return left >= 0 && right <= innerWidth && element.scrollWidth <= element.clientWidth + 1;
    });
    expect(seen, `at ${width}`).toBe(true);
    expect(await overflow(page), `at ${width}`).toBeLessThanOrEqual(0);
  }
});
