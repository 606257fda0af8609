import { readFile } from 'node:fs/promises';
import {
  day,
  elsewhere,
  expectAccessible,
  expectToFit,
  mailTo,
  type Painter,
  painter,
  photo,
  press,
  propose,
  rpc,
  sendRequest,
  toast,
} from '../fixtures/account-support.ts';
import { person, signIn } from '../fixtures/admin-support.ts';
import { type Browser, expect, type Page, test } from '../fixtures/test.ts';

/** A certificate of insurance from the artist's settings to the client who has chosen them. */
// As scanners write it.
const PDF = Buffer.from('\n%PDF-1.7\n%%EOF');
const LOCKED = 'tests/embedded/storage/pdf/aes-256-locked.pdf';
const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const CHECKED = `Liability insurance, checked, to ${month.format(new Date(day(200)))}`;

const choose = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  page.getByLabel('Choose', { exact: false }).setInputFiles({ name, mimeType, buffer });

async function settingsOf(page: Page, artist: Painter): Promise<void> {
  await signIn(page, artist);
  await page.goto('/dashboard/artist/settings');
  await expect(page.getByRole('form', { name: 'Certificate of insurance' })).toBeVisible();
}

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Insurer').fill('Acme Mutual');
  await page.getByLabel('Coverage in US dollars').fill('1,000,000');
  await page.getByLabel('Policy ends').fill(day(200));
}

/** A request of a guest who has accepted this artist's proposal, and the token that opens it. */
async function agreed(artist: Painter): Promise<{ id: string; token: string }> {
  const request = await sendRequest(null, 'Carmen Ibarra', 'A wall of herons', [artist.profile]);
  const p_proposal = await propose(artist, request.id);
  await rpc('accept_proposal', { p_proposal, p_token: request.token }, null);
  return request;
}

const asAdmin = async (browser: Browser) =>
  elsewhere(browser, '/dashboard/admin', await person('admin'));

const saved = async (page: Page, name: string) => {
  const download = page.waitForEvent('download');
  await press(page, name);
  const file = await download;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
};

test('a certificate is sent, checked, shown, and downloaded by the client who chose the artist', async ({
  page,
  browser,
}) => {
  const ana = await painter('Ana');
  const { name } = ana.profile;
  await page.setViewportSize({ width: 390, height: 844 });
  await settingsOf(page, ana);
  await choose(page, 'certificate.pdf', 'application/pdf', Buffer.from('<svg onload="alert(1)"/>'));
  await expect(page.getByText('certificate.pdf isn’t a PDF or a photo')).toBeVisible();
  await choose(page, 'scan.pdf', 'application/pdf', Buffer.alloc(0));
  await expect(page.getByText('scan.pdf is empty')).toBeVisible();
  await press(page, 'Send Certificate');
  await expect(page.getByText('Please choose the certificate, a PDF or a photo')).toBeVisible();
  await expect(page.getByText('Please name the insurer')).toBeVisible();
  await expectAccessible(page);
  await choose(page, 'certificate.pdf', 'application/pdf', await readFile(LOCKED));
  await fillIn(page);
  await press(page, 'Send Certificate');
  await expect(
    page.getByText('certificate.pdf needs a password. Save it without one.'),
  ).toBeVisible();
  await choose(page, 'certificate.pdf', 'application/pdf', PDF);
  // What was typed stays where the network is lost.
  await page.route('**/storage/v1/object/papers/**', (route) => route.abort());
  await press(page, 'Send Certificate');
  await expect(toast(page, 'It wasn’t sent. Try again.')).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await press(page, 'Send Certificate');
  await expect(toast(page, 'Your certificate is sent')).toBeVisible();
  await expect(page.getByText('Waiting for an admin')).toBeVisible();
  await expectAccessible(page);

  const desk = await asAdmin(browser);
  const open = `Open the certificate of ${name}`;
  await expect(desk.getByRole('button', { name: open })).toBeVisible();
  await expectAccessible(desk);
  expect(await saved(desk, open)).toEqual({ name: `Insurance of ${name}.pdf`, bytes: PDF });
  await press(desk, `Approve the certificate of ${name}`);
  await expect(toast(desk, 'Approved. The artist’s page shows it.')).toBeVisible();
  await expect(desk.getByRole('button', { name: open })).toBeHidden();
  await desk.context().close();
  expect((await mailTo(ana.email)).subject).toBe('Your insurance is checked');
  const html = async () => (await page.request.get(`/artist/${ana.profile.slug}`)).text();
  await expect.poll(html).toContain(CHECKED);
  expect(await html()).toContain(`"expires":"${day(200)}"`);
  expect(await html()).not.toContain('Acme Mutual');

  const request = await agreed(ana);
  const guest = await elsewhere(browser, `/request#${request.token}`);
  const agreement = guest.getByRole('region', { name: `You chose ${name}` });
  await expect(agreement.getByText(CHECKED)).toBeVisible();
  await expect(agreement.getByText(`Paying as a business? Ask ${name} for a W-9.`)).toBeVisible();
  await expectAccessible(guest);
  const addresses: string[] = [];
  guest.on('request', (sent) => addresses.push(sent.url()));
  const file = await saved(guest, 'Download Certificate');
  expect(file).toEqual({ name: `Insurance of ${name}.pdf`, bytes: PDF });
  expect(addresses.filter((address) => address.includes(request.token))).toEqual([]);
  await expectToFit(guest, 320);
});

test('a photo of a certificate is declined with a reason, and removed', async ({
  page,
  browser,
}) => {
  const ben = await painter('Ben');
  const { name } = ben.profile;
  await page.setViewportSize({ width: 320, height: 800 });
  await settingsOf(page, ben);
  const { buffer } = await photo('paper.jpg');
  await choose(page, 'paper.jpg', 'image/jpeg', buffer);
  await expect(page.getByText('paper.jpg', { exact: true })).toBeVisible();
  await fillIn(page);
  await press(page, 'Send Certificate');
  await expect(page.getByText('Waiting for an admin')).toBeVisible();
  await expectToFit(page);

  const desk = await asAdmin(browser);
  const file = await saved(desk, `Open the certificate of ${name}`);
  expect(file.name).toBe(`Insurance of ${name}.webp`);
  expect(file.bytes.includes('Secret Camera')).toBe(false);
  await press(desk, `Decline the certificate of ${name}`);
  await desk.getByRole('dialog').getByLabel('Reason').fill('It names another company.');
  await expectAccessible(desk);
  await desk.getByRole('dialog').getByRole('button', { name: 'Decline', exact: true }).click();
  await expect(toast(desk, 'Declined. We’ve let the artist know.')).toBeVisible();
  await desk.context().close();
  const mail = await mailTo(ben.email);
  expect(mail.text).toContain('It names another company.');

  await page.reload();
  await expect(page.getByText('Declined', { exact: true })).toBeVisible();
  await expect(page.getByText('“It names another company.”')).toBeVisible();
  await press(page, 'Remove');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(toast(page, 'Certificate removed')).toBeVisible();
  await expect(page.getByText('Declined', { exact: true })).toBeHidden();
});
