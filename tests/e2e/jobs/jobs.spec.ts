import { createHash, randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { agreementDraftSchema } from '#features/agreements/agreement.ts';
import { actCalmly } from '#tests/support/calm.ts';
import { agreementCase } from '#tests/support/cases/agreement-cases.ts';
import { acceptedJob } from '../fixtures/accepted-job.ts';
import {
  comeBack,
  elsewhere,
  expectAccessible,
  expectToFit,
  type Painter,
  PHONE,
  painter,
  press,
  propose,
  putFile,
  rpc,
  sendRequest,
} from '../fixtures/account-support.ts';
import { person } from '../fixtures/admin-support.ts';
import { confirmByCode } from '../fixtures/agreed-job.ts';
import { type Browser, expect, type Locator, type Page, test } from '../fixtures/test.ts';

/** One line of steps for both sides, from a request to a painted wall. */
const steps = (page: Page) => page.getByRole('list', { name: 'Steps' });
const region = (page: Page, name: string): Locator =>
  page.getByRole('region', { name, exact: true });

/** What a side reads: the present step, its own next action, and what it waits for. */
async function stands(page: Page, step: string, ...texts: (string | RegExp)[]): Promise<void> {
  await expect(steps(page).locator('[aria-current=step]')).toHaveText(step);
  for (const text of texts) await expect(page.getByText(text).first()).toBeVisible();
}

async function bothSides(browser: Browser, artist: Painter, lead: string, token: string) {
  const guest = await elsewhere(browser, `/request#${token}`, null, PHONE);
  const desk = await elsewhere(browser, `/dashboard/artist/leads?lead=${lead}`, artist);
  return { guest, desk };
}

test('a job without an agreement and a design goes from request to done, and nobody is asked for them', async ({
  browser,
}) => {
  const artist = await painter('Ana');
  const { name } = artist.profile;
  const { id, token } = await sendRequest(null, 'Carmen Ibarra', 'A wall of cranes', [
    artist.profile,
  ]);
  const { guest, desk } = await bothSides(browser, artist, id, token);
  await stands(guest, 'Proposal', `Waiting for ${name} to send a message or a proposal`);
  await stands(desk, 'Proposal', 'Send a message or a proposal');
  await propose(artist, id);
  await desk.reload();
  await stands(desk, 'Proposal', 'Waiting for Carmen Ibarra to answer the proposal');
  await stands(guest, 'Proposal', 'Answer the proposal');
  await expectAccessible(guest);
  await press(guest, 'Answer the proposal');
  await expect(guest.getByRole('heading', { name: 'A proposal' })).toBeFocused();
  await press(guest, `Accept the proposal of ${name}`);
  await press(guest, 'Accept Proposal');
  await stands(guest, 'Agreement', `Waiting for ${name} to write the agreement`);
  await expect(guest.getByText('Accepted: $900')).toBeVisible();
  for (const name of ['Messages', 'Agreement', 'Money', 'Design'])
    await expect(guest.getByRole('tab', { name })).toBeVisible();
  await expect(guest.getByText('3 days', { exact: true })).toBeHidden();
  await expectAccessible(guest);

  await desk.reload();
  await stands(desk, 'Agreement', 'Write the agreement');
  await press(guest, 'Ask for an Agreement');
  await expect(guest.getByRole('button', { name: 'Ask for an Agreement' })).toBeHidden();
  await press(guest, 'Go On Without One');
  await stands(guest, 'Painting', `Waiting for ${name} to paint the wall from`);
  await desk.reload();
  await stands(desk, 'Painting', /^Paint the wall from /);
  // Nobody marks it by a slip before the first day.
  await expect(desk.getByRole('button', { name: 'Mark as Painted' })).toBeHidden();
  await desk.getByText('More', { exact: true }).click();
  await press(desk, 'Mark as Painted');
  await desk.getByRole('dialog').getByRole('button', { name: 'Mark as Painted' }).click();
  await stands(desk, 'Painting', 'Waiting for Carmen Ibarra to confirm that the wall is painted');
  await stands(guest, 'Painting', 'Confirm that the wall is painted');
  await press(guest, 'Confirm that the wall is painted');
  await expect(guest.getByRole('heading', { name: 'Is your wall painted?' })).toBeFocused();
  await actCalmly(guest, `${name} has painted your wall`, () => press(guest, 'Confirm'));
  await expect(steps(guest).getByRole('listitem')).toHaveText([
    ...[/^Request: done/, /^Proposal: done/, 'Agreement: skipped', 'Design: skipped'],
    ...[/^Painting: done/, /^Done: done/],
  ]);
  // A page that stays open hears of it by itself.
  await expect(desk.getByText('The wall is painted.', { exact: true })).toBeVisible({
    timeout: 20_000,
  });
  await expectAccessible(desk);
});

test('a job with all its steps says at each what either side does next, and folds what is finished', async ({
  browser,
}) => {
  const client = await person('client');
  const { artist, lead, token, email } = await acceptedJob(client, 4200);
  const { name, id } = artist.profile;
  const key = { p_lead: lead, p_artist: id };
  const { guest, desk } = await bothSides(browser, artist, lead, token);
  await stands(guest, 'Agreement', `Waiting for ${name} to write the agreement`);

  const body = agreementDraftSchema.parse(agreementCase());
  const offer = { p_lead: lead, p_body: body, p_read: 0, p_key: randomUUID() };
  const { current } = (await rpc('offer_agreement', offer, artist)) as {
    current: { hash: string };
  };
  const sign = { ...key, p_hash: current.hash, p_name: 'Somebody' };
  const late = { timeout: 20_000 };
  await comeBack(guest);
  await expect(guest.getByRole('button', { name: 'Sign the agreement' })).toBeVisible(late);
  await stands(guest, 'Agreement', `Waiting for ${name} to sign the agreement`);
  await press(guest, 'Sign the agreement');
  await expect(guest.getByRole('heading', { name: 'Agreement' })).toBeFocused();
  await rpc('sign_agreement', sign, client);
  await comeBack(guest);
  await expect(guest.getByRole('button', { name: 'Sign the agreement' })).toBeHidden(late);
  await comeBack(desk);
  await expect(desk.getByRole('button', { name: 'Sign the agreement' })).toBeVisible(late);
  await rpc('sign_agreement', sign, artist);
  await comeBack(guest);
  await expect(guest.getByText(/^Signed by both, /)).toBeVisible(late);
  // What waits for the reader is marked, and the arrows lead there.
  await guest.getByRole('tab', { name: 'Agreement' }).press('ArrowRight');
  const tab = guest.getByRole('tab', { name: /^Money.+your turn$/, selected: true });
  await expect(tab).toBeFocused();
  await expect(region(guest, 'Money')).toBeVisible();
  expect(guest.url()).toMatch(/&money$/);
  await stands(guest, 'Design', 'Pay $2,100 (Deposit)');
  await stands(desk, 'Design', 'Waiting for Carmen Ibarra to pay $2,100 (Deposit)');

  const teal = { width: 300, height: 200, channels: 3, background: 'teal' } as const;
  const buffer = await sharp({ create: teal }).webp().toBuffer();
  const hash = createHash('sha256').update(buffer).digest('hex');
  await putFile(`sketches/${lead}/${id}/${hash}.webp`, buffer, artist, 'image/webp');
  await rpc('add_sketch', { p_lead: lead, p_hash: hash, p_key: randomUUID() }, artist);
  const [part] = ((await rpc('read_payments', key, client)) as { parts: { id: string }[] }).parts;
  const paid = { ...key, p_part: part?.id, p_key: randomUUID() };
  await rpc('move_payment', { ...paid, p_event: 'receive' }, artist);
  const approve = 'Approve the sketch or ask for changes';
  await comeBack(guest);
  await expect(guest.getByRole('button', { name: approve })).toBeVisible(late);
  await stands(guest, 'Design');
  await stands(desk, 'Design');
  await comeBack(desk);
  await expect(
    desk.getByText('Waiting for Carmen Ibarra to approve the sketch or ask for changes'),
  ).toBeVisible(late);
  await press(guest, approve);
  await expect(guest.getByRole('heading', { name: 'Sketches' })).toBeFocused();
  await expect(guest.getByRole('img', { name: 'Version 1 of the sketch' })).toBeVisible();
  await expectAccessible(guest);
  await press(guest, 'Approve Version 1');
  await press(guest, 'Approve');
  await confirmByCode(guest, email, 'To approve the sketch');
  await stands(guest, 'Painting', `Waiting for ${name} to paint the wall`);
  await expect(guest.getByText('Version 1 is approved').first()).toBeVisible();
  await comeBack(desk);
  await expect(desk.getByText(/^Paint the wall from /)).toBeVisible(late);
  for (const page of [guest, desk]) {
    await expectAccessible(page);
    await expectToFit(page, 320);
  }
});
