import { randomUUID } from 'node:crypto';
import {
  expectAccessible,
  mailTo,
  profileOf,
  sendLead,
  sendRequest,
  toast,
} from '../fixtures/account-support.ts';
import { type ArtistRow, call, type Person, person, signIn } from '../fixtures/admin-support.ts';
import { expectAfterRetries, holdRetries } from '../fixtures/retries.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

/** A lead as a page of its own: found, answered with a proposal, declined, painted. */

let artist: Person;
let mine: ArtistRow;
test.beforeEach(async ({ page }) => {
  artist = await person('artist');
  mine = await profileOf(artist);
  await signIn(page, artist);
});

const opened = (page: Page) => page.getByRole('article');
const beside = (page: Page) => page.getByRole('navigation', { name: 'Leads' });

/** What whoever has the link does. */
async function asClient<T>(token: string, action: string, args: object = {}): Promise<T> {
  const { status, body } = await call(
    `/rest/v1/rpc/${action}`,
    'POST',
    { ...args, p_token: token },
    null,
  );
  if (status >= 300) throw new Error(`${action}: ${JSON.stringify(body)}`);
  return body as T;
}

interface Tracked {
  artists: { state: string; updated_at: string }[];
  proposals: { id: string; low: number; high: number; state: string; included: string[] }[];
}
const track = (token: string) => asClient<Tracked>(token, 'track_request');

test('leads open in the place of the list or beside it, and the way back leads where it was', async ({
  page,
}) => {
  for (let i = 1; i <= 12; i++)
    await sendLead(null, 'Ida', `Wall number ${i} of a long street`, [mine]);
  await page.setViewportSize({ width: 390, height: 640 });
  await page.goto('/dashboard/artist/leads?show=answer');
  const last = page.getByRole('link', { name: 'Wall number 1 of a long street' });
  // As a press would: in sight, uncovered and at rest.
  await last.click({ trial: true });
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(500);
  // On the screen: cards out of sight have their real height only once they were near.
  const place = async () => Math.round((await last.boundingBox())?.y ?? 0);
  const before = await place();
  await last.click();
  await expect(page).toHaveURL(/\/leads\?show=answer&lead=/);
  await expect(opened(page)).toContainText('Wall number 1 of a long street');
  await expect(opened(page).getByRole('heading', { name: 'Quote request' })).toBeFocused();
  await expect(opened(page)).toContainText('Not answered');
  await expect(beside(page)).toBeHidden();
  expect(await page.evaluate(() => [scrollY, document.documentElement.scrollWidth])).toEqual([
    0, 390,
  ]);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back to Leads' }).click();
  await expect(page).toHaveURL(/\/leads\?show=answer$/);
  await expect(last).toBeFocused();
  await expect.poll(async () => Math.abs((await place()) - before)).toBeLessThan(9);
  await expect(page.getByRole('row').filter({ hasText: 'number 1 of' })).toContainText(
    'Not answered',
  );

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('link', { name: 'Wall number 12 of a long street' }).click();
  await expect(opened(page)).toContainText('Wall number 12');
  const current = beside(page).locator('[aria-current="page"]');
  await expect(current).toContainText('Wall number 12');
  await expect(page.getByRole('link', { name: 'Back to Leads' })).toBeHidden();
  const seventh = beside(page).getByRole('link', { name: /Wall number 11/ });
  await seventh.click();
  await expect(opened(page)).toContainText('Wall number 11');
  await expect(current).toContainText('Wall number 11');
  await expect(seventh).toBeFocused();
  await expectAccessible(page);
  await page.goBack();
  await expect(opened(page)).toContainText('Wall number 12');
  await page.goBack();
  await expect(opened(page)).toHaveCount(0);
  await expect(page.getByRole('table').getByLabel('Status of Wall number 1 of')).toBeVisible();
  await page.goForward();
  await expect(opened(page)).toContainText('Wall number 12');
  await expect(page).toHaveURL(/\?show=answer&lead=/);

  const stranger = await person('artist');
  const theirs = await sendLead(null, 'Ida', 'A wall for somebody else', [
    await profileOf(stranger),
  ]);
  for (const other of [theirs, 'nonsense']) {
    await page.goto(`/dashboard/artist/leads?lead=${other}`);
    await expect(page.getByText('This isn’t one of your leads')).toBeVisible();
  }
  await page.getByRole('link', { name: 'Back to Leads' }).click();
  await expect(page).toHaveURL(/\/leads$/);

  const first = page.getByRole('rowheader').getByRole('link').first();
  const lead = (await first.getAttribute('href')) ?? '';
  await page.route('**/rest/v1/lead_assignments*', (route) => route.abort());
  await holdRetries(page);
  await page.goto(lead);
  await expectAfterRetries(page, page.getByText('This lead didn’t load'));
  await page.unroute('**/rest/v1/lead_assignments*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Next step' })).toBeVisible();
});

test('an artist proposes, changes it, takes it back, is accepted, and the wall is painted', async ({
  page,
}) => {
  const { id, token } = await sendRequest(null, 'Carmen Ibarra', 'A wall of agaves', [mine]);
  await page.goto(`/dashboard/artist/leads?lead=${id}`);
  await expect(opened(page)).toContainText('Reply to see who sent it');
  await expect(page.getByText('Carmen')).toHaveCount(0);

  await page.getByRole('button', { name: 'Make a Proposal' }).click();
  await page.getByRole('button', { name: 'Send Proposal' }).click();
  const price = page.getByLabel('Price in US dollars');
  await expect(price).toBeFocused();
  await expect(price).toHaveAccessibleDescription(/Price must be whole dollars/);
  await expect(page.getByLabel('Number of days')).toHaveAccessibleDescription(/from 1 to 365/);
  await expectAccessible(page);
  await price.fill('$3,500');
  await page.getByLabel('Up to').fill('4200');
  await page.getByLabel('Number of days').fill('6');
  await page.getByLabel('Lift or scaffold').check();
  await page.getByLabel('Design rounds').check();
  await page.getByLabel('What it covers').fill('All paint.\nYou keep the car park free.');
  await page.getByLabel('Earliest start').fill('2020-01-01');
  await page.getByRole('button', { name: 'Send Proposal' }).click();
  await expect(page.getByLabel('Earliest start')).toHaveAccessibleDescription(/from today on/);
  const start = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel('Earliest start').fill(start);
  await page.reload();
  await expect(price).toHaveValue('$3,500');
  await expect(page.getByLabel('Design rounds')).toBeChecked();
  // The answer is lost on the way: pressing again sends the same proposal.
  await page.route('**/rest/v1/rpc/send_proposal', async (route) => {
    await route.fetch();
    await route.fulfill({ status: 400, json: { message: 'lost' } });
  });
  await page.getByRole('button', { name: 'Send Proposal' }).click();
  await expect(toast(page, 'Your proposal wasn’t sent. Try again.')).toBeVisible();
  await page.unroute('**/rest/v1/rpc/send_proposal');
  await page.getByRole('button', { name: 'Send Proposal' }).click();
  await expect(toast(page, 'Your proposal is sent')).toBeVisible();
  await expect(opened(page)).toContainText('$3,500 to $4,200');
  await expect(opened(page)).toContainText('Lift or scaffold, Design rounds');
  await expect(opened(page)).toContainText('Carmen Ibarra');
  await expect(page.getByLabel(/^Status of/)).toHaveValue('in_review');
  expect((await track(token)).proposals).toMatchObject([
    { low: 3500, high: 4200, state: 'open', included: ['design', 'lift'] },
  ]);

  await page.getByRole('button', { name: 'Change' }).click();
  await expect(price).toHaveValue('3,500');
  await price.fill('3,800');
  await page.getByRole('button', { name: 'Send Changed Proposal' }).click();
  await expect(opened(page)).toContainText('$3,800 to $4,200');
  await page.getByText('1 earlier proposal').click();
  await expect(page.getByRole('listitem').filter({ hasText: '$3,500 to $4,200' })).toContainText(
    'Changed',
  );
  await page.getByRole('button', { name: 'Take Back' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take Back' }).click();
  await expect(toast(page, 'Your proposal is taken back')).toBeVisible();
  await expect(opened(page)).toContainText('In conversation');
  await expect(page.getByText('2 earlier proposals')).toBeVisible();
  expect((await track(token)).proposals).toEqual([]);

  await page.getByRole('button', { name: 'Make a Proposal' }).click();
  await price.fill('4000');
  await page.getByLabel('Earliest start').fill(start);
  await page.getByLabel('Number of days').fill('5');
  await page.getByRole('button', { name: 'Send Proposal' }).click();
  await expect(opened(page)).toContainText('Proposal sent');
  const [proposal] = (await track(token)).proposals;
  await asClient(token, 'accept_proposal', { p_proposal: proposal?.id });
  await expect(opened(page)).toContainText('Accepted: $4,000');
  await expect(opened(page)).toContainText('Write the agreement');
  await expect(page.getByRole('button', { name: 'Change' })).toHaveCount(0);

  await asClient(token, 'send_message', {
    ...{ p_lead: id, p_artist: mine.id, p_body: 'When do you come?', p_key: randomUUID() },
  });
  await page.getByRole('tab', { name: /^Messages/ }).click();
  const talk = page.getByRole('region', { name: 'Conversation' });
  await expect(talk).toContainText('When do you come?');
  await talk.getByRole('textbox').fill('On Monday');
  await talk.getByRole('textbox').press('Enter');
  await expect(talk.getByText('On Monday')).toBeVisible();

  const complete = { p_lead: id, p_artist: mine.id };
  await asClient(token, 'complete_request', complete);
  await expect(opened(page)).toContainText('Confirm that the wall is painted');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Not Yet' }).click();
  await page.getByText('More', { exact: true }).click();
  await page.getByRole('button', { name: 'Mark as Painted' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as Painted' }).click();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText('More', { exact: true }).click();
  await page.getByRole('button', { name: 'Mark as Painted' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as Painted' }).click();
  await expect(opened(page)).toContainText(
    'Waiting for Carmen Ibarra to confirm that the wall is painted',
  );
  await asClient(token, 'complete_request', complete);
  await page.reload();
  await expect(opened(page).getByText('The wall is painted.', { exact: true })).toBeVisible();
});

test('on a phone a bar leads to the message and the proposal, and what was asked folds after it', async ({
  page,
}) => {
  const { id } = await sendRequest(null, 'Carmen Ibarra', 'A wall of storks', [mine]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto((await mailTo(artist.email)).links.find((href) => href.includes(id)) ?? '');
  const talk = page.getByRole('region', { name: 'Conversation' });
  await expect(talk.getByRole('textbox')).toBeAttached();
  const message = page.getByRole('button', { name: 'Message', exact: true });
  const propose = page.getByRole('button', { name: 'Make a Proposal' });
  await expect(propose).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 560 });
  await page.evaluate(() => scrollTo(0, 0));
  await message.click();
  await expect(talk.getByRole('textbox')).toBeFocused();
  // Where a message is typed the bar only leads to the proposal.
  await expect(message).toHaveCount(0);
  await expect(propose).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 390, height: 844 });
  await talk.getByRole('textbox').fill('When can I come by?');
  await talk.getByRole('button', { name: 'Send' }).click();
  await expect(opened(page)).toContainText('Carmen Ibarra');

  const facts = opened(page).getByText('12 × 40 ft · Stucco · Seguin · $10,000+');
  await expect(opened(page).getByText('A wall of storks')).toBeHidden();
  await facts.click();
  await expect(opened(page).getByText('A wall of storks')).toBeVisible();
  await facts.click();
  await expectAccessible(page);
  await propose.click();
  await expect(page.getByRole('heading', { name: 'Your proposal' })).toBeFocused();
  await expect(message).toHaveCount(0);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(propose).toBeInViewport({ ratio: 1 });

  // Nothing stays in place where there is no room for it.
  await page.setViewportSize({ width: 390, height: 400 });
  await page.evaluate(() => scrollTo(0, 0));
  await expect(propose).not.toBeInViewport();
});

test('an artist declines with a reason, which the client reads', async ({ page }) => {
  const { id, token } = await sendRequest(null, 'Carmen Ibarra', 'A wall of herons', [mine]);
  await page.goto(`/dashboard/artist/leads?lead=${id}`);
  await page.getByText('More', { exact: true }).click();
  await page.getByRole('button', { name: 'Decline' }).click();
  const dialog = page.getByRole('dialog', { name: 'Decline this request?' });
  await dialog.getByRole('button', { name: 'Decline Request' }).click();
  await expect(dialog.getByRole('group', { name: 'Why?' })).toHaveAccessibleDescription(
    /Please say why/,
  );
  await expectAccessible(page);
  await dialog.getByLabel('Other').check();
  await dialog.getByLabel('Your reason').fill('x'.repeat(501));
  await dialog.getByRole('button', { name: 'Decline Request' }).click();
  await expect(dialog.getByLabel('Your reason')).toHaveAccessibleDescription(/at most 500/);
  await dialog.getByLabel('Your reason').fill('I paint no birds');
  await dialog.getByRole('button', { name: 'Decline Request' }).click();
  await expect(dialog).toBeHidden();
  await expect(opened(page)).toContainText('You have declined this request.');
  await expect(page.getByText('Carmen')).toHaveCount(0);
  // What is the client's is not shown, which is no fault to be tried again.
  await page.reload();
  await expect(page.getByText('You’re no longer on this request.')).toBeVisible();
  await expect(page.getByText('Photos of the wall didn’t load.')).toHaveCount(0);
  await expect(page.getByText('Reply to see who sent it.')).toHaveCount(0);
  for (const gone of ['Make a Proposal', 'Decline'])
    await expect(page.getByRole('button', { name: gone, exact: true })).toHaveCount(0);
  expect((await track(token)).artists).toMatchObject([{ state: 'declined' }]);
  const thread = await asClient<{ events: object[] }>(token, 'read_conversation', {
    p_lead: id,
    p_artist: mine.id,
  });
  expect(thread.events).toContainEqual(
    expect.objectContaining({ event: 'decline', reason: 'I paint no birds' }),
  );
});
