import { actCalmly } from '#tests/support/calm.ts';
import { acceptedJob } from '../fixtures/accepted-job.ts';
import { expectAccessible, expectToFit, mailsTo, toast } from '../fixtures/account-support.ts';
import { person, signIn } from '../fixtures/admin-support.ts';
import { codeIn } from '../fixtures/agreed-job.ts';
import { type Browser, expect, type Page, test } from '../fixtures/test.ts';

/** An agreement from both sides: written, changed, signed with an account or with the code of an email, amended, ended. */
/** A page of somebody else, whose presses are counted. */
async function counted(browser: Browser, phone = false) {
  const context = await browser.newContext(phone ? { viewport: { width: 390, height: 844 } } : {});
  const page = await context.newPage();
  let taps = 0;
  const section = page.getByRole('region', { name: 'Agreement', exact: true });
  const press = async (name: string | RegExp, within = page.locator('body')) => {
    taps++;
    await within.getByRole('button', { name, exact: typeof name === 'string' }).click();
  };
  return { page, section, press, taps: () => taps };
}

/** What can be pressed or typed into in a form before anything is opened. */
const CONTROLS = 'input, select, textarea, button, summary';

const MARKED = 'The wall, with its corners marked';
const dialogOf = (page: Page) => page.getByRole('dialog');

test('an artist writes the agreement, a guest signs it with a code, and both have the text', {
  tag: '@core',
}, async ({ browser }) => {
  const job = await acceptedJob(null, 4200);
  const artist = await counted(browser, true);
  await signIn(artist.page, job.artist);
  await artist.page.goto(`/dashboard/artist/leads?lead=${job.lead}`);
  await actCalmly(artist.page, /^Agreement/, () => artist.press('Write the Agreement'));
  await expect(artist.section.getByLabel('Price in dollars')).toHaveValue('4,200');
  await expectAccessible(artist.page);
  const form = artist.section.locator('form');
  expect(await form.locator(CONTROLS).filter({ visible: true }).count()).toBeLessThanOrEqual(14);
  expect((await form.boundingBox())?.height).toBeLessThanOrEqual(1600);
  await expectToFit(artist.page);
  await artist.section.getByText('People, wall and design').click();
  await artist.section.getByRole('button', { name: 'Mark the Wall' }).click();
  await artist.page.getByRole('button', { name: 'Use These Corners' }).click();
  await expect(artist.section.getByRole('img', { name: MARKED })).toBeVisible();
  await actCalmly(artist.page, 'Agreement Sent to Carmen Ibarra', () =>
    artist.press('Send to Client'),
  );
  await expect(
    toast(artist.page, 'The client sees the agreement on their request page'),
  ).toBeVisible();
  await expect(artist.section.getByRole('img', { name: MARKED })).toBeVisible();
  await artist.press('Sign', artist.section);
  await actCalmly(artist.page, 'Agreement You signed.', () =>
    artist.press('Sign', dialogOf(artist.page)),
  );
  await expect(artist.section.getByText('You signed. Waiting for Carmen Ibarra.')).toBeVisible();

  const guest = await counted(browser, true);
  await guest.page.goto(`/request#${job.token}`);
  await expect(
    guest.section.getByText(/^Ana Robledo .*signed\. It counts once you sign too\.$/),
  ).toBeVisible();
  await expect(guest.section.getByText('The client pays the artist $4,200:')).toBeVisible();
  await expect(guest.section.getByRole('img', { name: MARKED })).toBeVisible();
  await expectAccessible(guest.page);
  await expectToFit(guest.page);
  await guest.press('Sign', guest.section);
  await expect(dialogOf(guest.page).getByLabel('Your full name')).toHaveValue('Carmen Ibarra');
  await guest.press('Email Me a Code', dialogOf(guest.page));
  const field = dialogOf(guest.page).getByLabel('Code', { exact: true });
  await expect(field).toBeFocused();
  await expectAccessible(guest.page);
  await field.fill('12345');
  await dialogOf(guest.page).getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(dialogOf(guest.page).getByText('That code is wrong or has expired.')).toBeVisible();
  await field.fill(await codeIn(job.email));
  await actCalmly(guest.page, /^Agreement Signed by both, /, () =>
    guest.press('Sign', dialogOf(guest.page)),
  );
  await expect(toast(guest.page, 'You signed the agreement')).toBeVisible();
  await expect(guest.section.getByText(/^Signed by both, /)).toBeVisible();
  await expect(artist.section.getByText(/^Signed by both, /)).toBeVisible();
  await guest.page.reload();
  await guest.page.getByText('Quote request', { exact: true }).click();
  await expect(guest.page.getByRole('list', { name: 'Photos' }).getByRole('img')).toBeVisible();
  // The agreement shows it.
  await expect(guest.page.getByRole('button', { name: /^Remove Photo/ })).toHaveCount(0);

  for (const address of [job.email, job.artist.email]) {
    const signed = async () =>
      (await mailsTo(address)).find(({ subject }) => / have signed$/.test(subject));
    await expect.poll(signed).toBeTruthy();
    expect((await signed())?.text).toContain('The client pays the artist $4,200:');
  }
  const taps = { artist: artist.taps(), client: guest.taps() };
  test.info().annotations.push({ type: 'taps', description: JSON.stringify(taps) });
  console.log('taps from accepted to in force', taps);
  expect(taps.artist).toBeLessThanOrEqual(12);
  expect(taps.client).toBeLessThanOrEqual(5);
});

test('a client asks for a change, the new version has no signature, and an old one is refused', async ({
  browser,
}) => {
  const job = await acceptedJob(null, 4200);
  const artist = await counted(browser);
  await signIn(artist.page, job.artist);
  await artist.page.goto(`/dashboard/artist/leads?lead=${job.lead}`);
  await artist.press('Write the Agreement');
  await artist.section.getByLabel('Price in dollars').fill('5,000');
  await artist.section.getByText('Change the parts').click();
  const amounts = artist.section.getByLabel('Amount ($)');
  await expect(amounts.first()).toHaveValue('2,500');
  await amounts.first().fill('1,700');
  await expect(artist.section.getByText('Parts: $4,200 of $5,000, $800 left')).toBeVisible();
  await artist.press('Send to Client');
  await expect(artist.section.getByText('The parts must add up to the price')).toBeVisible();
  await expect(amounts.first()).toBeFocused();
  await artist.section.getByLabel('Paid in parts').selectOption('25/50/25');
  await artist.section.getByText('People, wall and design').click();
  await artist.section.getByRole('checkbox', { name: 'Permits' }).check();
  await artist.section.getByLabel('Sales tax').selectOption('Plus tax');
  // What is typed survives a reload.
  await artist.page.reload();
  await expect(artist.section.getByLabel('Price in dollars')).toHaveValue('5,000');
  await artist.press('Send to Client');
  await artist.press('Sign', artist.section);
  await artist.press('Sign', dialogOf(artist.page));
  await expect(artist.section.getByText('You signed. Waiting for Carmen Ibarra.')).toBeVisible();

  const guest = await counted(browser);
  await guest.page.goto(`/request#${job.token}`);
  const changed = guest.section.getByRole('listitem');
  await expect(changed.filter({ hasText: 'Price: $5,000 instead of $4,200' })).toBeVisible();
  await expect(changed.filter({ hasText: 'Now included: permits' })).toBeVisible();
  await expect(changed.filter({ hasText: 'Sales tax: plus tax' })).toBeVisible();
  await guest.press('Ask for a Change', guest.section);
  await guest.press('Send', dialogOf(guest.page));
  await expect(dialogOf(guest.page).getByText('Please fill this in')).toBeVisible();
  await dialogOf(guest.page).getByLabel('Your change').fill('Please begin on a Monday.');
  await guest.press('Send', dialogOf(guest.page));
  await expect(toast(guest.page, 'We’ve asked the artist to change it')).toBeVisible();
  await expect(artist.section.getByText('Please begin on a Monday.')).toBeVisible();

  // Two devices of the artist: the second does not overwrite what the first has sent.
  const second = await counted(browser);
  await signIn(second.page, job.artist);
  await second.page.goto(`/dashboard/artist/leads?lead=${job.lead}`);
  await second.press('Change', second.section);
  await artist.press('Change', artist.section);
  await second.section.getByText('People, wall and design').click();
  await second.section.getByLabel('Design', { exact: true }).fill('Swallows at dawn.');
  await second.press('Send to Client');
  await expect(second.section.getByText(/^Sent to Carmen Ibarra\./)).toBeVisible();
  await artist.section.getByText('People, wall and design').click();
  await artist.section.getByLabel('Design', { exact: true }).fill('Swallows at dusk.');
  await artist.press('Send to Client');
  await expect(artist.section.getByRole('alert')).toContainText('Changed on another device');
  await expect(artist.section.getByLabel('Design', { exact: true })).toHaveValue(
    'Swallows at dusk.',
  );
  await expectAccessible(artist.page);
  await artist.press('Send to Client');
  await expect(artist.section.getByText(/^Sent to Carmen Ibarra\./)).toBeVisible();

  await expect(guest.section.getByText('Swallows at dusk.').filter({ visible: true })).toHaveCount(
    1,
  );
  await expect(guest.section.getByText('None yet.')).toBeVisible();
  await expect(guest.section.getByText('Version 3,', { exact: false })).toBeVisible();
});

test('a client with an account signs without a code, and either side ends it', async ({
  browser,
}) => {
  const owner = await person('client');
  const { artist, lead: id } = await acceptedJob(owner, 900);
  const desk = await counted(browser);
  await signIn(desk.page, artist);
  await desk.page.goto(`/dashboard/artist/leads?lead=${id}`);
  await desk.press('Write the Agreement');
  await desk.section.getByText('Change the clauses').click();
  await desk.section.getByRole('button', { name: 'Remove clause 2' }).click();
  await desk.section.getByLabel('Text').last().fill('Either side may end it at any time.');
  await desk.press('Send to Client');
  const client = await counted(browser);
  await signIn(client.page, owner);
  await client.page.goto(`/dashboard/client/quotes?request=${id}`);
  await expect(
    client.section.getByText('Either side may end it at any time.').filter({ visible: true }),
  ).toHaveCount(1);
  await expect(client.section.getByText(/^Bad weather/)).toHaveCount(0);
  await client.press('Sign', client.section);
  await client.press('Sign', dialogOf(client.page));
  await expect(client.section.getByText(/^You signed\. Waiting for Ana Robledo/)).toBeVisible();
  await desk.press('Sign', desk.section);
  await desk.press('Sign', dialogOf(desk.page));
  await expect(desk.section.getByText(/^Signed by both, /)).toBeVisible();
  await expect(client.section.getByText(/^Signed by both, /)).toBeVisible();
  await client.press('End Early', client.section);
  await dialogOf(client.page).getByLabel('Reason').fill('The building was sold.');
  await client.press('End Agreement', dialogOf(client.page));
  await expect(client.section.getByText('You ended it: The building was sold.')).toBeVisible();
  await expect(
    desk.section.getByText('Carmen Ibarra ended it: The building was sold.'),
  ).toBeVisible();
});
