import type { Page } from '@playwright/test';
import { actCalmly } from '#tests/support/calm.ts';
import { acceptedJob } from '../fixtures/accepted-job.ts';
import {
  answer,
  elsewhere,
  expectAccessible,
  expectToFit,
  type Painter,
  PHONE,
  photo,
  rpc,
  toast,
} from '../fixtures/account-support.ts';
import { person, signIn } from '../fixtures/admin-support.ts';
import { confirmByCode } from '../fixtures/agreed-job.ts';
import { hold } from '../fixtures/hold.ts';
import { expect, test } from '../fixtures/test.ts';

const sketches = (page: Page) => page.getByRole('region', { name: 'Sketches' });
const press = (page: Page, name: string) =>
  sketches(page).getByRole('button', { name, exact: true }).click();

async function openLead(page: Page, artist: Painter, lead: string): Promise<void> {
  await signIn(page, artist);
  await page.goto(`/dashboard/artist/leads?lead=${lead}#design`);
}

/** Chooses a sketch, lays it on the wall or another photo and sends it. */
async function sendVersion(
  page: Page,
  number: number,
  colour: string,
  onto = 'Lay It on the Wall',
): Promise<void> {
  await sketches(page)
    .getByLabel(/^Choose (a Sketch|Another)$/)
    .setInputFiles(await photo('sketch.jpg', { colour }));
  await press(page, onto);
  const dialog = page.getByRole('dialog', { name: 'Lay it on the wall' });
  await dialog.getByRole('button', { name: 'Top left corner' }).press('Shift+ArrowLeft');
  await dialog.getByRole('button', { name: 'Save Position' }).click();
  await expect(sketches(page).getByText('It’s laid on the wall.')).toBeVisible();
  // Kept by the browser until it is sent.
  await page.reload();
  await expect(sketches(page).getByText('It’s laid on the wall.')).toBeVisible();
  await press(page, `Send Version ${number}`);
  await expect(toast(page, `Version ${number} is sent`)).toBeVisible();
}

test('a guest pins comments without a network while another version arrives, and approves one', async ({
  page,
  browser,
}) => {
  const { artist, lead: id, token, email } = await acceptedJob(null);
  await openLead(page, artist, id);
  await sendVersion(page, 1, 'teal');
  await expect(sketches(page)).toContainText('Version 1 is sent.');

  const guest = await elsewhere(browser, `/request#${token}&design`, null, PHONE);
  await press(guest, 'On the Wall');
  await expect(guest.getByRole('img', { name: 'Version 1 on the wall' })).toBeVisible();
  await press(guest, 'Sketch');
  await guest.getByRole('img', { name: 'Version 1 of the sketch' }).click();
  await guest.getByLabel('Your comment').fill('More blue here');
  await guest.reload();
  await expect(guest.getByLabel('Your comment')).toHaveValue('More blue here');
  await expectAccessible(guest);
  await guest.context().setOffline(true);
  await press(guest, 'Pin Comment');
  await expect(sketches(guest)).toContainText('On its way');
  await sendVersion(page, 2, 'maroon');
  await guest.context().setOffline(false);
  await expect(sketches(guest)).toContainText('Version 2: waiting for your answer');
  await press(guest, 'Version 1');
  const comments = guest.getByRole('list', { name: 'Comments' });
  await expect(comments).toContainText('More blue here');
  await expect(sketches(guest).getByText('On its way')).toHaveCount(0);
  await press(page, 'Version 1');
  await expect(page.getByRole('list', { name: 'Comments' })).toContainText('More blue here');

  // By keyboard: the pin in the middle, then two steps to the right.
  await press(guest, 'Version 2');
  await expect(guest.getByRole('img', { name: 'Version 2 of the sketch' })).toBeVisible();
  await press(guest, 'Pin a Comment');
  await guest.getByLabel('Your comment').fill('And the sky');
  await guest.getByRole('button', { name: /^Place of the pin/ }).press('ArrowRight');
  // A comment that is still on its way says what should change, too.
  const arrive = await hold(guest, '**/rpc/add_sketch_pin');
  await press(guest, 'Pin Comment');
  await expect(comments).toContainText('On its way');
  await expect(comments).toContainText('And the sky');
  await expect(sketches(guest)).toContainText('2 of 2 rounds of changes left');
  await press(guest, 'Ask for Changes');
  await expect(guest.getByRole('dialog')).toContainText('This uses round 1 of your 2.');
  await actCalmly(guest, 'Sketches You asked for changes to version 2', async () => {
    await answer(guest, 'Ask for Changes');
    arrive();
  });
  await expect(sketches(guest)).toContainText('1 of 2 rounds of changes left');
  await page.reload();
  await expect(sketches(page)).toContainText('The client wants changes to version 2');
  await press(guest, 'Version 1');
  await press(guest, 'Approve Version 1');
  await answer(guest, 'Approve');
  // Anyone may have the link: only its client approves, and this device is theirs from now on.
  await actCalmly(guest, 'Sketches Version 1 is approved', () =>
    confirmByCode(guest, email, 'To approve the sketch'),
  );
  await expect(toast(guest, 'Version 1 is approved')).toBeVisible();
  await expect(sketches(guest).getByText(/^Fingerprint \(SHA-256\): [0-9a-f]{64}$/)).toBeVisible();
  await expectAccessible(guest);
  await expectToFit(guest, 320, 768);
  await page.reload();
  await press(page, 'Ask to Reopen');
  // A page that stays open hears of it by itself.
  await expect(sketches(guest)).toContainText('the artist asks to reopen it', { timeout: 20_000 });
  await press(guest, 'Reopen');
  await expect(sketches(guest)).toContainText('Version 2: waiting for your answer');
  await expectAccessible(page);
});

test('a further round has an amount that a client with an account agrees to', async ({
  page,
  browser,
}) => {
  const client = await person('client');
  const { artist, lead: id } = await acceptedJob(client);
  await openLead(page, artist, id);
  await sendVersion(page, 1, 'olive');
  const own = await elsewhere(browser, `/dashboard/client/quotes?request=${id}#design`, client);
  await expect(sketches(own)).toContainText('2 of 2 rounds of changes left');
  await sketches(page).getByText('Offer a further round').click();
  await sketches(page).getByLabel('Price in US dollars').fill('150');
  await press(page, 'Offer Round');
  await expect(sketches(page)).toContainText('A further round costs $150.');
  await own.reload();
  await expect(sketches(own)).toContainText('A further round costs $150.');
  await press(own, 'Agree');
  await expect(sketches(own)).toContainText('3 of 3 rounds of changes left');
});

test('a sketch is laid on the photo that its artist took of the wall', async ({
  page,
  browser,
}) => {
  const { artist, lead: id, token } = await acceptedJob(null);
  await signIn(page, artist);
  await page.goto(`/dashboard/artist/leads?lead=${id}#messages`);
  await page
    .getByLabel('Add Photos')
    .setInputFiles(await photo('visit.jpg', { colour: 'tan', width: 700, height: 700 }));
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(
    page.getByRole('log').getByRole('img', { name: 'Photo 1 of 1 from you' }),
  ).toBeVisible();
  await expect(page.getByRole('list', { name: 'Photos for this message' })).toHaveCount(0);
  const of = { p_lead: id, p_artist: artist.profile.id };
  await expect
    .poll(async () => JSON.stringify(await rpc('read_conversation', of, artist)))
    .toMatch(/"arrived": ?true/);
  await page.goto(`/dashboard/artist/leads?lead=${id}#design`);
  await page.reload();
  await sendVersion(page, 1, 'teal', 'Lay It on Photo 2');

  const guest = await elsewhere(browser, `/request#${token}&design`);
  await press(guest, 'On the Wall');
  // The photo of the artist is square, and that of the request is not.
  await expect
    .poll(() =>
      guest
        .getByRole('img', { name: 'Version 1 on the wall' })
        .evaluate((canvas: HTMLCanvasElement) => canvas.width / canvas.height),
    )
    .toBe(1);
});
