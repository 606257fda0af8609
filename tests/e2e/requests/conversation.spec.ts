import {
  expectAccessible,
  expectToFit,
  press,
  profileOf,
  sendRequest,
  toast,
} from '../fixtures/account-support.ts';
import { type Answer, call, type Person, person, signIn } from '../fixtures/admin-support.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

/** The conversation about a request, from the side of whoever asked; the artist answers through the API. */
const PROJECT = 'A wall of cranes';

const log = (page: Page) => page.getByRole('log');
const box = (page: Page) => page.getByRole('textbox', { name: /^Message to / });
const holders = (page: Page) => page.getByRole('region', { name: 'Sent to' });

interface Talk {
  artist: Person;
  /** Ids as the API takes them. */
  ids: { p_lead: string; p_artist: string };
  token: string;
}

/** A request of a guest or a client that Ana Robledo has. */
async function aRequest(client: Person | null): Promise<Talk> {
  const artist = await person('artist');
  const profile = await profileOf(artist, { name: 'Ana Robledo' });
  const { id, token } = await sendRequest(client, 'Carmen Ibarra', PROJECT, [profile]);
  return { artist, ids: { p_lead: id, p_artist: profile.id }, token };
}

/** The artist writes. */
async function answer({ artist, ids }: Talk, body: string): Promise<void> {
  const message = { ...ids, p_body: body, p_key: crypto.randomUUID() };
  const { status } = await call('/rest/v1/rpc/send_message', 'POST', message, artist.token);
  expect(status).toBe(200);
}

interface Read {
  messages: { body: string; sender: string; position: number }[];
  client_read: number;
}

/** What the artist sees. */
async function asArtist({ artist, ids }: Talk): Promise<Read> {
  const { body }: Answer = await call('/rest/v1/rpc/read_conversation', 'POST', ids, artist.token);
  return body as Read;
}
const bodies = async (talk: Talk) => (await asArtist(talk)).messages.map(({ body }) => body);

test('a guest writes, sees the answer come and that it was read', async ({ page }) => {
  const talk = await aRequest(null);
  await page.goto(`/request#${talk.token}`);
  await holders(page).getByRole('button', { name: 'Message Ana Robledo' }).click();
  await expect(page).toHaveURL(`/request#${talk.token}&artist=${talk.ids.p_artist}`);
  await expect(page.getByText('Ask Ana Robledo about dates')).toBeVisible();
  await expectAccessible(page);

  await press(page, 'Send');
  await expect(box(page)).toHaveAccessibleDescription(/Please write a message/);
  await page.setViewportSize({ width: 320, height: 640 });
  await expect(page.getByRole('heading', { name: 'Ana Robledo' })).toBeInViewport();
  await expectToFit(page);
  await box(page).fill('The wall faces north.\nSee https://example.com/wall');
  await box(page).press('Enter');
  await expect(log(page)).toContainText('The wall faces north.');
  await expect(box(page)).toHaveValue('');
  await expect
    .poll(() => bodies(talk))
    .toEqual(['The wall faces north.\nSee https://example.com/wall']);
  await expect(log(page).getByRole('link')).toHaveCount(0);
  await expect(log(page)).not.toContainText('Seen');

  const [first] = (await asArtist(talk)).messages;
  const seen = { ...talk.ids, p_position: first?.position };
  await call('/rest/v1/rpc/mark_conversation_read', 'POST', seen, talk.artist.token);
  await answer(talk, 'When can I come by?');
  await expect(log(page)).toContainText('When can I come by?');
  await expect(log(page)).toContainText('Seen');
  await expect(holders(page)).toContainText('Answered');
  await expectAccessible(page);
  await expect
    .poll(async () => {
      const { client_read, messages } = await asArtist(talk);
      return client_read === messages.at(-1)?.position;
    })
    .toBe(true);

  await page.goBack();
  await expect(log(page)).toBeHidden();
  await expect(page).toHaveURL(`/request#${talk.token}`);
  await answer(talk, 'Tomorrow would suit me.');
  await page.reload();
  await expect(holders(page)).toContainText('1 new');
  await holders(page).getByRole('button', { name: 'Open conversation with Ana Robledo' }).click();
  await expect(log(page).getByText('New', { exact: true })).toBeVisible();
  await expect(log(page).getByText('Tomorrow would suit me.')).toBeInViewport();
});

test('what is typed and sent without a network is kept, and arrives once', {
  tag: '@core',
}, async ({ page }) => {
  const talk = await aRequest(null);
  await page.goto(`/request#${talk.token}&artist=${talk.ids.p_artist}`);
  await box(page).fill('Half a');
  await page.reload();
  await expect(box(page)).toHaveValue('Half a');

  // It arrives, and the answer does not.
  let lost = 0;
  let arrives = true;
  await page.route('**/rpc/send_message', async (route) => {
    if (arrives) {
      await route.fetch();
      lost++;
    }
    await route.abort();
  });
  await box(page).fill('It is 12 feet high.');
  await press(page, 'Send');
  await expect(log(page)).toContainText('Not sent yet.');
  arrives = false;
  await box(page).fill('And 40 wide.');
  await press(page, 'Send');
  await expect(log(page)).toContainText('And 40 wide.');
  expect(lost).toBeGreaterThan(0);

  await page.unroute('**/rpc/send_message');
  await page.reload();
  await expect.poll(() => bodies(talk)).toEqual(['It is 12 feet high.', 'And 40 wide.']);
  await expect(log(page)).not.toContainText('Not sent yet.');
  await expect(log(page).getByText('It is 12 feet high.')).toHaveCount(1);
  await expect
    .poll(() =>
      page.evaluate(() => Object.keys(localStorage).filter((k) => k.startsWith('message.'))),
    )
    .toEqual([]);
});

/** The line that says this and nothing more. */
const thought = (n: number) => new RegExp(`: Thought ${n}$`);

test('a client reads back to the first message, and is told what closes a conversation', async ({
  page,
}) => {
  const client = await person('client');
  const talk = await aRequest(client);
  for (let i = 1; i <= 58; i++) await answer(talk, `Thought ${i}`);
  await signIn(page, client);
  await page.goto(`/dashboard/client/quotes?request=${talk.ids.p_lead}`);
  await expect(holders(page)).toContainText('58 new');
  await holders(page).getByRole('button', { name: 'Open conversation with Ana Robledo' }).click();
  await expect(page).toHaveURL(/&artist=/);
  await expect(log(page).getByText('Thought 58')).toBeInViewport();
  await expect(log(page).getByText(thought(8))).toBeHidden();
  await log(page).focus();
  await page.keyboard.press('Home');
  await press(page, 'Show Earlier Messages');
  await expect(log(page).getByText(thought(1))).toBeAttached();
  await expect(log(page).getByText(thought(9))).toBeInViewport();

  // Somebody who reads above is not torn away.
  await answer(talk, 'One more');
  await press(page, 'New messages');
  await expect(log(page).getByText('One more')).toBeInViewport();
  await expect(page.getByRole('button', { name: 'New messages' })).toBeHidden();
  await page.goBack();
  await expect(log(page)).toBeHidden();
  await page.goForward();
  await expect(log(page).getByText('One more')).toBeInViewport();

  // Whoever has heard of it writes no more: this page does not hear before it sends.
  let sends = false;
  page.on('request', (request) => {
    sends ||= request.url().endsWith('/rpc/send_message');
  });
  await page.route(/\/rpc\/(my_news|read_conversation)$/, (route) =>
    sends ? route.continue() : route.abort(),
  );
  const declined = { p_lead: talk.ids.p_lead, p_reason: 'I am booked until spring' };
  const { status } = await call('/rest/v1/rpc/decline_lead', 'POST', declined, talk.artist.token);
  expect(status).toBeLessThan(300);
  await box(page).fill('Are you sure?');
  await press(page, 'Send');
  await expect(log(page)).toContainText('That is not possible any more.');
  await expect(page.getByText('Ana Robledo has declined this request.')).toBeVisible();
  await expect(log(page)).toContainText('I am booked until spring');
  await expectAccessible(page);
  await press(page, 'Remove');
  await expect(log(page)).not.toContainText('Are you sure?');
});

test('reporting a message hides the conversation, and the other side is not told why', async ({
  page,
}) => {
  const talk = await aRequest(null);
  await answer(talk, 'Pay me elsewhere');
  await page.goto(`/request#${talk.token}&artist=${talk.ids.p_artist}`);
  await page.getByRole('button', { name: /^Report this message/ }).click();
  await page.getByLabel('What is wrong?').fill('They want money first');
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Report' }).click();
  await expect(toast(page, 'Thanks – we’ll take a look.')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText('You reported this conversation')).toBeVisible();
  await expect(page.getByText('Pay me elsewhere')).toBeHidden();
  await expect(holders(page)).toContainText('Reported');
  await expect(box(page)).toBeHidden();
  await page.reload();
  await expect(page.getByText('You reported this conversation')).toBeVisible();
  expect(await asArtist(talk)).toMatchObject({ open: false, reported: false });
});
