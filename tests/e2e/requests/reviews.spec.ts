import { actCalmly } from '#tests/support/calm.ts';
import {
  elsewhere,
  expectAccessible,
  expectToFit,
  mailsTo,
  type Painter,
  painter,
  photo,
  press,
  propose,
  rpc,
  sendRequest,
  toast,
} from '../fixtures/account-support.ts';
import { asService, type Person, person, signIn } from '../fixtures/admin-support.ts';
import { expect, test } from '../fixtures/test.ts';

/** What is said of a painted wall, from every side: whoever asked, the artist, and an admin. */
const PROJECT = 'A wall of bluebonnets along the garage';
const REVIEW = 'Painted in four days, and the whole street stops to look.';
const REPLY = 'Thank you, Carmen. It was a joy.';
const REASON = 'It names a third person.';

/** A request with an accepted proposal, whose client says that the wall is painted. */
async function painted(artist: Painter, client: Person | null) {
  const sent = await sendRequest(client, 'Carmen Ibarra', PROJECT, [artist.profile]);
  const key = { p_lead: sent.id, p_artist: artist.profile.id };
  const token = client ? {} : { p_token: sent.token };
  const p_proposal = await propose(artist, sent.id, { p_high: 1200 });
  await rpc('accept_proposal', { p_proposal, ...token }, client);
  await rpc('complete_request', { ...key, ...token }, client);
  return { ...sent, key };
}

async function ratingOf({ profile }: Painter) {
  const [row] = await asService<{ average_rating: number; review_count: number }[]>(
    `/rest/v1/artists?select=average_rating,review_count&id=eq.${profile.id}`,
  );
  return [row?.average_rating, row?.review_count];
}

/** The first reviews of an artist wait for an admin, who lets the newest count. */
async function lookedAt({ profile }: Painter, admin: Person): Promise<void> {
  const list = { p_search: profile.name, p_filter: 'waiting' };
  const { rows } = (await rpc('admin_list_reviews', list, admin)) as { rows: { id: string }[] };
  await rpc('show_review', { p_review: rows[0]?.id }, admin);
}

test('a guest reviews a painted wall, changes the review, and the artist replies', async ({
  page,
  browser,
}) => {
  const ana = await painter('Ana');
  const { id, token, key } = await painted(ana, null);
  await rpc('complete_request', key, ana);
  await page.goto(`/request#${token}`);
  const section = page.getByRole('region', { name: `Review ${ana.profile.name}`, exact: true });
  await expect(section.getByLabel('First name')).toHaveValue('Carmen');
  await expect(section.getByLabel('City')).toHaveValue('Seguin');
  // Nothing is left to be withdrawn or added.
  await expect(page.getByRole('button', { name: 'Delete My Data' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Close Request' })).toHaveCount(0);
  await expect(page.getByLabel('Add details')).toHaveCount(0);
  await expectToFit(page, 320);
  await expectAccessible(page);

  await press(page, 'Publish Review');
  await expect(section.getByText('Please choose 1 to 5 stars')).toBeVisible();
  await expect(section.getByRole('radio', { name: '1 of 5 stars' })).toBeFocused();
  await expect(section.getByText('Review must be at least 20 characters')).toBeVisible();
  await expectAccessible(page);
  for (let stars = 1; stars < 4; stars++) await page.keyboard.press('ArrowRight');
  await section.getByLabel('Your review').fill(REVIEW);

  // What was typed survives a reload and a network that breaks.
  await page.reload();
  await expect(section.getByRole('radio', { name: '4 of 5 stars' })).toBeChecked();
  await expect(section.getByLabel('Your review')).toHaveValue(REVIEW);
  await page.route('**/rpc/submit_review', (route) => route.abort());
  await press(page, 'Publish Review');
  await expect(toast(page, 'Your review wasn’t sent. Try again.')).toBeVisible();
  // The answer alone is lost: pressing again is no second review.
  await page.unroute('**/rpc/submit_review');
  let stored = 0;
  await page.route(
    '**/rpc/submit_review',
    async (route) => {
      await route.fetch();
      stored += 1;
      await route.abort();
    },
    { times: 1 },
  );
  await press(page, 'Publish Review');
  await expect.poll(() => stored).toBe(1);
  await actCalmly(page, 'Your review', () => press(page, 'Publish Review'));
  await expect(toast(page, 'Thank you for your review')).toBeVisible();
  const own = page.getByRole('region', { name: 'Your review' });
  await expect(own).toContainText(REVIEW);
  await expect(own.getByRole('img', { name: '4 of 5 stars' })).toBeVisible();
  await expect(own).toContainText('Carmen, Seguin');
  // The link that the browser was given proves nobody's address.
  await expect(own).toContainText('Open the link in our email about this request.');
  expect(await ratingOf(ana)).toEqual([0, 0]);
  await expectAccessible(page);
  await expect
    .poll(async () => (await mailsTo(ana.email)).map(({ text }) => text).join())
    .toContain(REVIEW);

  const there = await elsewhere(browser, `/dashboard/artist/leads?lead=${id}`, ana);
  const review = there.getByRole('region', { name: 'Review', exact: true });
  await expect(review).toContainText(REVIEW);
  await press(there, 'Reply');
  await review.getByLabel('Your reply').fill(REPLY);
  await expectAccessible(there);
  await press(there, 'Publish Reply');
  await expect(review.getByLabel('Your reply')).toHaveCount(0);
  await expect(review).toContainText(REPLY);
  await press(there, 'Change Reply');
  await review.getByLabel('Your reply').fill(`${REPLY} Come by!`);
  await press(there, 'Publish Reply');
  // The text of a field counts as text of the page, and is there before it is stored.
  await expect(review.getByLabel('Your reply')).toHaveCount(0);
  await expect(review).toContainText('Come by!');
  await there.context().close();

  await page.reload();
  await expect(own).toContainText('Come by!');
  await press(page, 'Change Review');
  await own.getByText('☆').last().click();
  await own.getByLabel('First name').fill('');
  // Three pictures at most; a fourth is named. What is lost on the way stays chosen.
  const files = await Promise.all([1, 2, 3, 4].map((n) => photo(`wall-${n}.jpg`)));
  await own.getByLabel('Add Photos of the Wall').setInputFiles(files);
  await expect(
    own.getByText('wall-4.jpg was left out: a review takes at most 3 photos'),
  ).toBeVisible();
  await expect(own.getByRole('img', { name: /^To be sent/ })).toHaveCount(3);
  await expectAccessible(page);
  await page.route('**/storage/v1/object/review-pictures/**', (route) => route.abort());
  await press(page, 'Save Review');
  await expect(
    toast(page, 'The photos weren’t sent. Change your review to try again.'),
  ).toBeVisible();
  await page.unroute('**/storage/v1/object/review-pictures/**');
  await page.reload();
  await press(page, 'Change Review');
  await press(page, 'Remove photo 2');
  await press(page, 'Save Review');
  await expect(own).toContainText('2 photos will show with the review.');
  await expect(own.getByRole('img', { name: '5 of 5 stars' })).toBeVisible();
  await expect(own).toContainText('A client, Seguin');
  expect(await ratingOf(ana)).toEqual([0, 0]);
  await press(page, 'Change Review');
  await press(page, 'Remove photo 1 of the review');
  await press(page, 'Save Review');
  await expect(own).toContainText('1 photo will show with the review.');
});

test('a review shows once the artist confirms, leaves the page when disputed or hidden, and an admin decides', async ({
  page,
  browser,
}) => {
  const [ana, client, admin] = [
    await painter('Ana'),
    await person('client'),
    await person('admin'),
  ];
  const { id, key } = await painted(ana, client);
  await signIn(page, client);
  await page.goto(`/dashboard/client/quotes?request=${id}`);
  const section = page.getByRole('region', { name: `Review ${ana.profile.name}`, exact: true });
  await section.getByText('☆').last().click();
  await section.getByLabel('Your review').fill(REVIEW);
  await section.getByLabel('Add Photos of the Wall').setInputFiles([await photo('wall.jpg')]);
  await press(page, 'Publish Review');
  const own = page.getByRole('region', { name: 'Your review' });
  await expect(own).toContainText(
    `We’ll show your review once ${ana.profile.name} confirms the mural or 14 days pass.`,
  );
  await expect(own).toContainText('1 photo will show with the review.');
  await expectAccessible(page);
  expect(await ratingOf(ana)).toEqual([0, 0]);
  await rpc('complete_request', key, ana);
  await page.reload();
  await expect(own).toContainText('two days after the proposal was accepted');
  await lookedAt(ana, admin);
  await expect.poll(() => ratingOf(ana)).toEqual([5, 1]);
  await page.reload();
  await expect(own.getByRole('link').getByRole('img')).toHaveCount(1);
  await page.goto(`/artist/${ana.profile.slug}`);
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('Carmen, Seguin')).toBeVisible({ timeout: 5000 });
  }).toPass();

  const there = await elsewhere(browser, `/dashboard/artist/leads?lead=${id}`, ana);
  await press(there, 'Dispute Review');
  await there.getByLabel('What is wrong with this review?').fill('We never met.');
  await expectAccessible(there);
  await press(there, 'Dispute Review');
  await expect(there.getByText('This review is disputed.')).toBeVisible();
  expect(await ratingOf(ana)).toEqual([0, 0]);

  const desk = await elsewhere(
    browser,
    `/dashboard/admin/reviews?filter=disputed&q=${encodeURIComponent(ana.profile.name)}`,
    admin,
  );
  const row = desk.getByRole('row').filter({ hasText: ana.profile.name });
  await expect(row).toContainText('The artist says: We never met.');
  await expect(row).toContainText('Email address confirmed');
  await expect(row.getByRole('button', { name: /^Keep Hidden/ })).toBeVisible();
  await expectAccessible(desk);
  await press(desk, /^Show Review: the review of Ana/);
  await expect.poll(() => ratingOf(ana)).toEqual([5, 1]);

  // Hidden with a reason, which both sides read.
  await desk.goto(`/dashboard/admin/reviews?q=${encodeURIComponent(ana.profile.name)}`);
  await expect(row).toContainText(REVIEW);
  await press(desk, /^Hide the review of Ana/);
  const dialog = desk.getByRole('dialog');
  await press(dialog, 'Hide Review');
  await expect(dialog.getByText('Please say why').first()).toBeVisible();
  await dialog.getByLabel('Reason').fill(REASON);
  await expectAccessible(desk);
  await press(dialog, 'Hide Review');
  await expect(row).toContainText(`Hidden: ${REASON}`);
  expect(await ratingOf(ana)).toEqual([0, 0]);
  await page.goto(`/dashboard/client/quotes?request=${id}`);
  await there.reload();
  for (const side of [page, there]) {
    await expect(side.getByText(`This review is hidden. The reason: ${REASON}`)).toBeVisible();
    await expectAccessible(side);
  }
  await press(desk, /^Show the review of Ana/);
  await expect(toast(desk, 'The review is shown again')).toBeVisible();
  await expect.poll(() => ratingOf(ana)).toEqual([5, 1]);
});
