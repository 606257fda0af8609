import {
  expectAccessible,
  expectToFit,
  profileOf,
  propose,
  rpc,
  sendLead,
  sendRequest,
  toast,
} from '../fixtures/account-support.ts';
import { call, type Person, person, signIn } from '../fixtures/admin-support.ts';
import { type Browser, expect, type Page, test } from '../fixtures/test.ts';

/** What an artist finds in the morning: what needs them, and how the month goes. */

const figure = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('an artist sees what needs them, and one press leads there', async ({ page }) => {
  const artist = await person('artist');
  const mine = await profileOf(artist);
  const { id, token } = await sendRequest(null, 'Ida', 'A heron above the door', [mine]);
  await sendLead(null, 'Omar', 'A fence along the creek', [mine]);
  await rpc('set_lead_status', { p_lead: id, p_status: 'in_review' }, artist);
  const thread = { p_lead: id, p_artist: mine.id, p_token: token };
  const key = () => crypto.randomUUID();
  await rpc('send_message', { ...thread, p_body: 'Hello!', p_key: key() }, null);
  await rpc('send_message', { ...thread, p_body: 'Are you there?', p_key: key() }, null);
  await signIn(page, artist);

  await page.goto('/dashboard/artist');
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  const needs = figure(page, 'What needs you').getByRole('listitem');
  await expect(needs).toHaveText([
    /^12 × 40 ft stucco in Seguin · \$10,000\+.*A fence along the creek/,
    /2 messages, the last.*A heron/,
  ]);
  await expect(figure(page, 'New requests 1').getByRole('listitem')).toHaveCount(1);
  await expect(figure(page, 'Requests').getByText('2', { exact: true }).first()).toBeVisible();
  await expect(figure(page, 'First answers').getByRole('strong')).toHaveText('1');
  await page.getByText('Show the figures').click();
  const days = figure(page, 'Requests by day').getByRole('row');
  await expect(days.nth(1)).toHaveText(/\w+ \d+2$/);
  await page.getByRole('button', { name: 'First answers' }).click();
  await expect(figure(page, 'First answers by day').getByRole('row').nth(1)).toHaveText(
    /\w+ \d+1$/,
  );
  await expectAccessible(page);

  const read = page.waitForResponse(/\/rpc\/mark_conversation_read$/);
  await needs.filter({ hasText: 'A heron' }).getByRole('link', { name: /^Read/ }).click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/artist/leads\\?lead=${id}`));
  await page.getByText('Are you there?').scrollIntoViewIfNeeded();
  await read;
  await page.goBack();
  await expect(needs).toHaveCount(1);

  // What comes meanwhile shows itself.
  await sendLead(null, 'Zoe', 'A whale at the pool', [mine]);
  await expect(needs.filter({ hasText: 'A whale at the pool' })).toBeVisible();

  await page.route('**/rest/v1/rpc/my_day', (route) => route.abort());
  await page.reload();
  await expect(page.getByText('Today didn’t load')).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/rest/v1/rpc/my_day');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(needs).toHaveCount(2);
});

test('a whole lead is answered from Today by keyboard, in at most 15 stops of Tab', async ({
  page,
}) => {
  const artist = await person('artist');
  const mine = await profileOf(artist);
  for (const wall of ['A whale at the pool', 'A fence along the creek', 'A heron above the door'])
    await sendLead(null, 'Ida', wall, [mine]);
  await signIn(page, artist);
  await page.goto('/dashboard/artist');
  await expect(figure(page, 'What needs you').getByRole('listitem')).toHaveCount(3);
  const focus = page.locator(':focus');
  let stops = 0;
  const tabTo = async (name: RegExp, role: 'link' | 'textbox') => {
    const target = page.getByRole(role, { name }).and(focus);
    while ((await target.count()) === 0) {
      expect(++stops, `stops of Tab to ${name}`).toBeLessThanOrEqual(15);
      await page.keyboard.press('Tab');
    }
  };
  await tabTo(/^Skip to content/, 'link');
  await page.keyboard.press('Enter');
  await tabTo(/^Answer.*heron/, 'link');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Quote request' })).toBeFocused();
  const box = page.getByRole('textbox', { name: 'Message to the client' });
  await expect(box).toBeVisible();
  await expect(page.getByRole('button', { name: 'Decline' })).toBeHidden();
  await tabTo(/^Message to the client/, 'textbox');
  await page.keyboard.type('When can I see the wall?');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('log')).toContainText('When can I see the wall?');
  await expect(page.getByRole('article')).toContainText('In conversation');
  console.log(`A lead is answered from Today in ${stops} stops of Tab.`);
});

test('of many requests Today shows three, and what is booked next', async ({ page }) => {
  const artist = await person('artist');
  const mine = await profileOf(artist);
  const { id, token } = await sendRequest(null, 'Carmen Ibarra', 'A wall of cranes', [mine]);
  await rpc('set_lead_status', { p_lead: id, p_status: 'in_review' }, artist);
  const p_proposal = await propose(artist, id, { p_days: 6 });
  await rpc('accept_proposal', { p_token: token, p_proposal }, null);
  for (const n of [1, 2, 3, 4]) await sendLead(null, 'Ida', `A wall of herons, part ${n}`, [mine]);
  await signIn(page, artist);
  await page.goto('/dashboard/artist');
  const asked = figure(page, 'New requests 4');
  await expect(asked.getByRole('listitem')).toHaveCount(3);
  const coming = figure(page, 'Coming up').getByRole('listitem');
  await expect(coming).toHaveText(/Carmen Ibarra · Seguin · 6 days/);
  await expectAccessible(page);
  await expectToFit(page, 320);
  await asked.getByRole('link', { name: 'Show all new requests' }).click();
  await expect(page).toHaveURL(/\/leads\?show=answer$/);
  await expect(page.getByRole('row')).toHaveCount(4);
});

test('a new artist is told what to do next', async ({ page, baseURL }) => {
  const artist = await person('artist');
  await profileOf(artist, {
    public_visible: false,
    city: 'Hondo',
    styles: ['Nature'],
    portfolio_images: [`${baseURL}/storage/v1/object/public/portfolio-images/x/1.webp`],
  });
  await signIn(page, artist);
  await page.goto('/dashboard/artist');
  await expect(page.getByText('You’re all caught up')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Show 4 more walls/ })).toBeVisible();
  await expect(page.getByText('Private', { exact: true })).toBeVisible();
  await page.goto('/dashboard/artist/profile');
  await page.getByRole('switch', { name: 'Public profile' }).click();
  await expect(toast(page, 'Profile is now public')).toBeVisible();
  await expect(page.getByText('Private', { exact: true })).toHaveCount(0);
  await page.goto('/dashboard/artist');
  await expect(page.getByText('Finish your profile')).toHaveCount(0);
  await expect(page.getByRole('meter', { name: 'Profile strength' })).toHaveAttribute(
    'value',
    '33',
  );
  await page.getByRole('link', { name: 'Add a photo of yourself' }).click();
  await expect(page).toHaveURL(/\/dashboard\/artist\/profile$/);
  await page.goBack();
  await page.getByRole('link', { name: 'Add your state to your city' }).click();
  await expect(page.getByLabel('City')).toBeFocused();
});

/** The artist of the demo seed, whose page has pictures. */
const SLUG = 'marisol-vega';
const PERSON =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0 Safari/537.36';

/** A browser that nobody drives, as far as pages can see. */
async function visitor(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ userAgent: PERSON });
  await context.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false }),
  );
  return context.newPage();
}

async function views(artist: Person): Promise<number> {
  const { body } = await call('/rest/v1/rpc/my_day', 'POST', {}, artist.token);
  return (body as { month: { views: number } }).month.views;
}

test('what a visitor looks at appears in the artist’s numbers, and what a robot does not', async ({
  page,
  browser,
}) => {
  const signedIn = await call(
    '/auth/v1/token?grant_type=password',
    'POST',
    { email: 'artist@example.com', password: 'mural-demo-2026' },
    null,
  );
  const session = signedIn.body as { access_token: string };
  const artist: Person = { id: '', email: '', token: session.access_token, session };
  const before = await views(artist);

  const someone = await visitor(browser);
  const counted = someone.waitForResponse(/\/rpc\/count_view$/);
  await someone.goto(`/artist/${SLUG}`);
  expect((await counted).status()).toBe(204);
  await expect.poll(() => views(artist)).toBe(before + 1);
  // A robot, and who asks for privacy.
  const silent = await visitor(browser);
  await silent.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }),
  );
  const asked: string[] = [];
  for (const other of [page, silent]) {
    other.on('request', (request) => {
      if (request.url().includes('count_view')) asked.push(request.url());
    });
    await other.goto(`/artist/${SLUG}`);
    // The second that a page is to be in sight is over; nothing tells that nothing was counted.
    await other.evaluate(() => new Promise((done) => setTimeout(done, 1500)));
  }
  expect(asked).toEqual([]);

  const owner = await visitor(browser);
  await signIn(owner, artist);
  const own = owner.waitForResponse(/\/rpc\/count_view$/);
  await owner.goto(`/artist/${SLUG}`);
  expect((await own).status()).toBe(204);
  expect(await views(artist)).toBe(before + 1);

  await owner.goto('/dashboard/artist');
  const shown = figure(owner, 'Views of your page');
  await expect(shown.getByRole('strong')).toHaveText(String(before + 1));
  await expectAccessible(owner);
});
