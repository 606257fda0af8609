import {
  answer,
  day,
  elsewhere,
  expectAccessible,
  expectToFit,
  propose as offer,
  type Painter,
  painter,
  press,
  rpc,
  sendRequest,
  toast,
} from '../fixtures/account-support.ts';
import { asService, person, signIn } from '../fixtures/admin-support.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

/** Proposals as whoever asked sees them: side by side, accepted once, and what follows until the wall is painted. */
const PROJECT = 'A wall of bluebonnets along the garage';

const propose = (artist: Painter, lead: string, low: number, over: object = {}) =>
  offer(artist, lead, {
    ...{ p_low: low, p_high: low + 400, p_starts_on: day(20), p_days: 6 },
    ...{ p_message: 'Two coats, and I bring the lift.', p_included: ['lift', 'coating'], ...over },
  });

/** Keeps a page from hearing by itself what happens elsewhere, until it accepts a proposal. */
async function deaf(page: Page): Promise<void> {
  let accepts = false;
  page.on('request', (request) => {
    accepts ||= request.url().endsWith('/rpc/accept_proposal');
  });
  await page.route('**/rpc/track_request', (route) => (accepts ? route.continue() : route.abort()));
}

const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const columnOf = (page: Page, { profile }: Painter) =>
  region(page, 'Proposals').getByRole('row').filter({ hasText: profile.name });

test('a guest compares two proposals, accepts one, and says that the wall is painted', {
  tag: '@core',
}, async ({ page, browser }) => {
  const [ana, ben] = [await painter('Ana'), await painter('Ben')];
  const contact = `/rest/v1/artist_contacts?artist_id=eq.${ana.profile.id}`;
  await asService(contact, 'PATCH', { phone: '210 555 0147' });
  const profiles = [ana.profile, ben.profile];
  const { id, token } = await sendRequest(null, 'Carmen Ibarra', PROJECT, profiles);
  await propose(ana, id, 4200);
  await propose(ben, id, 3900, { p_high: null, p_included: [], p_message: null });
  const link = `/request#${token}`;

  await page.setViewportSize({ width: 1440, height: 1000 });
  await page.goto(link);
  const [anas, bens] = [columnOf(page, ana), columnOf(page, ben)];
  await expect(anas).toContainText('$4,200 to $4,600');
  await expect(anas).toContainText('Lift or scaffold: included');
  await expect(anas).toContainText('Primer: not included');
  await expect(bens).toContainText('$3,900');
  await expect(bens.getByRole('cell', { name: '6 days' })).toBeVisible();
  const boxes = () => Promise.all([anas, bens].map((column) => column.boundingBox()));
  const [left, right] = await boxes();
  expect([right?.y, right?.height]).toEqual([left?.y, left?.height]);
  expect(right?.x).not.toBe(left?.x);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const [first, second] = await boxes();
  expect([first?.x, first?.width]).toEqual([second?.x, second?.width]);
  expect(first?.y).not.toBe(second?.y);
  await expectToFit(page);
  await expectAccessible(page);

  const there = await elsewhere(browser, link);
  await expect(columnOf(there, ben)).toBeVisible();
  await deaf(there);
  await press(page, `Accept the proposal of ${ana.profile.name}`);
  await expect(page.getByRole('dialog')).toContainText('Nothing is paid here.');
  await expectAccessible(page);
  await answer(page, 'Cancel');
  await press(page, `Accept the proposal of ${ana.profile.name}`);
  await answer(page, 'Accept Proposal');
  const agreement = region(page, `You chose ${ana.profile.name}`);
  await expect(agreement.getByRole('link', { name: ana.email })).toBeVisible();
  await expect(agreement.getByRole('link', { name: '210 555 0147' })).toHaveAttribute(
    'href',
    'tel:2105550147',
  );
  // What is decided folds away, below the conversation.
  await expect(page.getByRole('log')).toBeVisible();
  await expect(anas).toBeHidden();
  await region(page, 'Proposals').getByText('Accepted: $4,200 to $4,600').click();
  await expect(anas).toContainText('Accepted');
  await expect(bens).toContainText('Not chosen');
  await expectAccessible(page);

  // Where the page still shows both, the other one is refused in words, and what is now is shown.
  await press(there, `Accept the proposal of ${ben.profile.name}`);
  await answer(there, 'Accept Proposal');
  await expect(toast(there, 'Another proposal was accepted already.')).toBeVisible();
  await expect(region(there, `You chose ${ana.profile.name}`)).toBeVisible();
  await expect(there.getByRole('dialog')).toBeHidden();
  await there.context().close();

  const painted = { p_lead: id, p_artist: ana.profile.id };
  await page.getByText('More', { exact: true }).click();
  await press(page, 'Mark as Painted');
  await answer(page, 'Mark as Painted');
  await expect(
    page.getByText(`You marked it as painted. We’ve asked ${ana.profile.name} to confirm.`),
  ).toBeVisible();
  await rpc('dispute_completion', painted, ana);
  await page.reload();
  await expect(agreement).toBeVisible();
  await rpc('complete_request', painted, ana);
  await page.reload();
  const question = region(page, 'Is your wall painted?');
  await expect(question).toContainText(`${ana.profile.name} says it is.`);
  await press(page, 'Not Yet');
  await expect(agreement).toBeVisible();
  await rpc('complete_request', painted, ana);
  await page.reload();
  await press(page, 'Confirm');
  await expect(region(page, `${ana.profile.name} has painted your wall`)).toBeVisible();
  await expect(question).toBeHidden();

  await region(page, 'Proposals').getByText('Accepted: $4,200 to $4,600').click();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const role of ['button', 'banner', 'contentinfo', 'textbox'] as const)
    await expect(page.getByRole(role)).toHaveCount(0);
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(27, 22, 56)');
  await expect(anas).toContainText('$4,200 to $4,600');
  // As wide as a sheet of paper they stand side by side.
  await page.setViewportSize({ width: 740, height: 1000 });
  const [printed, beside] = await boxes();
  expect(beside?.y).toBe(printed?.y);
});

test('a client is told what changed meanwhile, and ends an agreement', async ({ page }) => {
  const client = await person('client');
  const painters = [await painter('Ana'), await painter('Ben'), await painter('Cleo')] as const;
  const [ana, ben, cleo] = painters;
  const profiles = painters.map(({ profile }) => profile);
  const { id } = await sendRequest(client, 'Carmen Ibarra', PROJECT, profiles);
  await propose(ana, id, 4200);
  await propose(ben, id, 3900);
  await rpc('decline_lead', { p_lead: id, p_reason: 'No time this year' }, cleo);
  await signIn(page, client);
  await page.goto('/dashboard/client/quotes');
  await expect(page.getByRole('row').filter({ hasText: 'bluebonnets' })).toContainText(
    '2 proposals',
  );
  await page.getByRole('link', { name: PROJECT }).click();

  const next = region(page, 'More artists who fit');
  await expect(next).toContainText(`${cleo.profile.name} can’t take it on.`);
  await expect(next.getByRole('button').first()).toBeVisible();

  // What is lost on the way leaves the question open …
  await press(page, `Accept the proposal of ${ana.profile.name}`);
  await page.route('**/rpc/accept_proposal', (route) => route.abort());
  await answer(page, 'Accept Proposal');
  await expect(toast(page, 'That wasn’t saved. Try again.')).toBeVisible();
  await page.unroute('**/rpc/accept_proposal');
  // … and when the price changes meanwhile, nothing is accepted unseen.
  await deaf(page);
  await propose(ana, id, 5000);
  await answer(page, 'Accept Proposal');
  await expect(
    toast(page, 'This proposal was changed or taken back. Please look at it again.'),
  ).toBeVisible();
  await expect(columnOf(page, ana)).toContainText('$5,000 to $5,400');
  await expect(page.getByRole('dialog')).toBeHidden();

  const late = `/rest/v1/proposals?lead_id=eq.${id}&artist_id=eq.${ben.profile.id}`;
  await asService(late, 'PATCH', { valid_until: day(-2) });
  await page.reload();
  await expect(columnOf(page, ben)).toContainText('Expired');
  await expectAccessible(page);
  await press(page, `Ask for a New One from ${ben.profile.name}`);
  await expect(page.getByLabel(`Message to ${ben.profile.name}`)).toBeVisible();
  await expect(
    page.getByRole('button', { name: `Accept the proposal of ${ben.profile.name}` }),
  ).toBeHidden();

  // Beside what they write to each other, what is offered can be accepted too.
  await press(page, `Open conversation with ${ana.profile.name}`);
  await expect(page.getByLabel(`Message to ${ana.profile.name}`)).toBeVisible();
  await press(page, `Accept the proposal of ${ana.profile.name}`);
  await answer(page, 'Accept Proposal');
  const agreement = region(page, `You chose ${ana.profile.name}`);
  await expect(agreement.getByRole('link', { name: ana.email })).toBeVisible();
  // It may lie over the button, until its time is over.
  await expect(toast(page, `You chose ${ana.profile.name}`)).toBeHidden();
  await press(page, 'Close Request');
  await expect(page.getByRole('dialog')).toContainText(
    `You’ve accepted the proposal of ${ana.profile.name}, and closing ends that.`,
  );
  await answer(page, 'Close Request');
  await expect(page.getByRole('main')).toContainText('You’ve withdrawn this request.');
  await expect(agreement).toBeHidden();
  await expect(columnOf(page, ana)).toContainText('Ended');
  await expect(page.getByRole('main')).not.toContainText(ana.email);
});

test('a guest declines a proposal, talks on, and accepts another one', async ({ page }) => {
  const ana = await painter('Ana');
  const name = ana.profile.name;
  const { id, token } = await sendRequest(null, 'Carmen Ibarra', PROJECT, [ana.profile]);
  await propose(ana, id, 4200);
  await page.goto(`/request#${token}`);
  await press(page, `Decline the proposal of ${name}`);
  await expectAccessible(page);
  await answer(page, 'Cancel');
  await press(page, `Decline the proposal of ${name}`);
  await answer(page, 'Decline');
  await expect(toast(page, `We’ve let ${name} know`)).toBeVisible();
  await expect(page.getByText('$4,200 to $4,600')).toBeHidden();
  await page.getByRole('button', { name: `Open conversation with ${name}` }).click();
  await expect(page.getByText('You have declined the proposal')).toBeVisible();

  await propose(ana, id, 3600);
  await page.reload();
  await expect(page.getByText('$3,600 to $4,000')).toBeVisible();
  await press(page, `Accept the proposal of ${name}`);
  await answer(page, 'Accept Proposal');
  await expect(region(page, `You chose ${name}`)).toBeVisible();
  // What was asked is looked up from now on.
  await expect(page.getByText(PROJECT)).toBeHidden();
  await page.getByRole('heading', { name: 'Quote request' }).click();
  await expect(page.getByText(PROJECT)).toBeVisible();

  // Nobody marks it by a slip before the first day.
  await expect(page.getByRole('button', { name: 'Mark as Painted' })).toBeHidden();
  await page.getByText('More', { exact: true }).click();
  await press(page, 'Mark as Painted');
  await answer(page, 'Mark as Painted');
  await press(page, 'Undo');
  await expect(region(page, `You chose ${name}`)).toBeVisible();
  await expect(page.getByText('You took back that the wall is painted')).toBeVisible();
});

test('on a phone, from a sent request to a review within ten taps', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const ana = await painter('Ana');
  const name = ana.profile.name;
  const { id, token } = await sendRequest(null, 'Carmen Ibarra', PROJECT, [ana.profile]);
  // "Open Your Request" on the page that thanks, or the link in the email.
  let taps = 1;
  const tap = async (locator: ReturnType<Page['locator']>) => {
    taps += 1;
    await locator.click();
  };
  await page.goto(`/request#${token}`);
  await tap(page.getByRole('button', { name: `Message ${name}` }));
  await expect(page.getByLabel(`Message to ${name}`)).toBeFocused();
  await page.keyboard.type('Could you come and look at it?');
  await tap(page.getByRole('button', { name: 'Send', exact: true }));
  await expect(page.getByLabel(`Message to ${name}`)).toHaveValue('');

  await propose(ana, id, 4200, { p_starts_on: day(0) });
  await tap(page.getByRole('button', { name: `Accept the proposal of ${name}` }));
  await tap(page.getByRole('dialog').getByRole('button', { name: 'Accept Proposal' }));
  await tap(page.getByRole('button', { name: 'Mark as Painted' }));
  await tap(page.getByRole('dialog').getByRole('button', { name: 'Mark as Painted' }));
  await tap(page.getByRole('radio', { name: '5 of 5 stars' }).locator('..'));
  await tap(page.getByLabel('Your review'));
  await page.keyboard.type('Painted in four days, and the whole street stops to look.');
  await tap(page.getByRole('button', { name: 'Publish Review' }));
  await expect(toast(page, 'Thank you for your review')).toBeVisible();
  console.log(`From a sent request to a review: ${taps} taps`);
  expect(taps).toBeLessThanOrEqual(10);
});
