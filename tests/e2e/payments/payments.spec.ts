import { actCalmly } from '#tests/support/calm.ts';
import {
  answer,
  comeBack,
  elsewhere,
  expectAccessible,
  expectToFit,
  PHONE,
  painter,
  sendRequest,
  toast,
} from '../fixtures/account-support.ts';
import { person, signIn } from '../fixtures/admin-support.ts';
import { agreedJob, signBoth } from '../fixtures/agreed-job.ts';
import { type Browser, expect, type Page, test } from '../fixtures/test.ts';

/** Money from both sides: a part falls due, is reported, disputed, received, and has its receipt. Nothing is paid here. */
const money = (page: Page) => page.getByRole('region', { name: 'Money' });
const press = (page: Page, name: string) =>
  money(page).getByRole('button', { name, exact: true }).click();
/** A page hears by itself what the other side did. */
const SOON = { timeout: 20_000 };

/** The money of a request on a guest's phone. */
const phone = (browser: Browser, token: string) =>
  elsewhere(browser, `/request#${token}&money`, null, PHONE);

test('a guest pays the deposit as the artist said, and both have the receipt', {
  tag: '@core',
}, async ({ page, browser }) => {
  const signed = 'Zelle to 210 555 0147, or https://venmo.com/u/ana-robledo.';
  const job = await agreedJob(null, 900, 'halves', signed);
  await signIn(page, job.artist);
  await page.goto('/dashboard/artist/settings');
  const words = page.getByLabel('How to pay you');
  await words.fill('Bank of Seguin, account 000123456789');
  await page.getByRole('button', { name: 'Save Terms' }).click();
  await expect(words).toHaveAccessibleDescription(/Leave card and account numbers out\./);
  // What both have signed stays as it is.
  await words.fill('https://venmo.com/u/somebody-else');
  await page.getByRole('button', { name: 'Save Terms' }).click();
  await expect(toast(page, 'Your terms are saved')).toBeVisible();
  await page.goto(`/dashboard/artist/leads?lead=${job.lead}#money`);
  await expect(money(page)).toContainText('$0 of $900 received');
  await expectAccessible(page);

  const guest = await phone(browser, job.token);
  await expect(money(guest)).toContainText('$450');
  await expect(money(guest)).toContainText(/Due since /);
  await expect(money(guest)).toContainText('Muro takes and holds no money.');
  const link = money(guest).getByRole('link', { name: 'https://venmo.com/u/ana-robledo' });
  await expect(link).toHaveAttribute('href', 'https://venmo.com/u/ana-robledo');
  await expect(link).toHaveAttribute('rel', /noopener/);
  await press(guest, 'I’ve Paid');
  const how = money(guest).getByLabel('How you paid');
  await expect(how).toBeFocused();
  await expect(money(guest).getByLabel('Amount ($)')).toHaveValue('450');
  await press(guest, 'Report Payment');
  await expect(how).toBeFocused();
  await how.fill('Zelle');
  await expectAccessible(guest);
  await guest.reload();
  await expect(how).toHaveValue('Zelle');
  await guest.context().setOffline(true);
  await press(guest, 'Report Payment');
  await expect(toast(guest, 'Your report wasn’t sent. Try again.')).toBeVisible();
  await expect(how).toHaveValue('Zelle');
  await guest.context().setOffline(false);
  await actCalmly(guest, 'Money $0 of $900 received', () => press(guest, 'Report Payment'));
  await expect(money(guest)).toContainText('You reported $450 (Zelle)');
  await guest.reload();
  await expect(money(guest)).toContainText('You reported $450 (Zelle)');
  await expect(how).toHaveCount(0);

  await comeBack(page);
  await expect(money(page)).toContainText('Carmen Ibarra reported $450 (Zelle)', SOON);
  await press(page, 'Mark as Received');
  await actCalmly(page, 'Money $450 of $900 received', () => answer(page, 'Mark as Received'));
  await expect(toast(page, 'Carmen Ibarra sees it on their request page')).toBeVisible();
  await expect(money(page)).toContainText('$450 of $900 received');
  await comeBack(guest);
  await expect(money(guest)).toContainText('$450 of $900 received', SOON);
  await expect(money(guest)).toContainText('Due when the mural is done');
  const deposit = money(guest).getByRole('listitem').filter({ hasText: 'Deposit' });
  await deposit.getByText('Deposit', { exact: true }).first().click();
  await expect(deposit.getByRole('button')).toHaveText(['Print Receipt']);
  await deposit.getByText('History').click();
  await expect(deposit).toContainText('Ana Robledo marked $450 as received');
  await expectAccessible(guest);
  await expectToFit(guest, 320, 768);

  await guest.evaluate(() => {
    window.print = () => {};
  });
  await press(guest, 'Print Receipt');
  await guest.emulateMedia({ media: 'print' });
  const receipt = guest.getByRole('article', { name: 'Receipt: Deposit' });
  await expect(receipt).toContainText('Carmen Ibarra');
  await expect(receipt).toContainText('$450');
  await expect(receipt).toContainText(/[0-9a-f]{64}/);
  await expect(guest.getByRole('article')).toHaveCount(1);
  await expect(guest.getByRole('button')).toHaveCount(0);
  // The agreement on the same page prints alone too.
  await guest.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await guest.emulateMedia({ media: 'screen' });
  await guest.getByRole('tab', { name: 'Agreement' }).click();
  const agreement = guest.getByRole('region', { name: 'Agreement', exact: true });
  await agreement.getByRole('button', { name: 'Print', exact: true }).click();
  await guest.emulateMedia({ media: 'print' });
  await expect(guest.getByRole('article', { name: 'Agreement, version 1' })).toBeVisible();
  await expect(guest.getByRole('article')).toHaveCount(1);
});

test('either side can dispute a part, and an artist is warned of a report above what is due', async ({
  page,
  browser,
}) => {
  const client = await person('client');
  const job = await agreedJob(client, 900, 'halves');
  const own = await elsewhere(
    browser,
    `/dashboard/client/quotes?request=${job.lead}#money`,
    client,
  );
  await press(own, 'I Don’t Owe This Yet');
  await answer(own, 'Send');
  await expect(own.getByRole('dialog').getByText('Please fill this in')).toBeVisible();
  await own.getByRole('dialog').getByLabel('Reason').fill('We agreed to begin in May.');
  await answer(own, 'Send');
  await expect(money(own)).toContainText('You said it isn’t due yet');

  await signIn(page, job.artist);
  await page.goto(`/dashboard/artist/leads?lead=${job.lead}#money`);
  await expect(money(page)).toContainText('Carmen Ibarra said it isn’t due yet');
  await expect(money(page)).toContainText('We agreed to begin in May.');
  await press(page, 'Ask for It');
  await expect(money(page)).toContainText('You asked for it.');

  await comeBack(own);
  await expect(money(own)).toContainText('Ana Robledo asked for it.', SOON);
  await press(own, 'I’ve Paid');
  await money(own).getByLabel('How you paid').fill('Check 1043');
  await money(own).getByLabel('Amount ($)').fill('1,450');
  await press(own, 'Report Payment');
  await expect(money(own)).toContainText('You reported $1,450 (Check 1043)');

  const warning = money(page).getByRole('alert');
  await comeBack(page);
  await expect(warning).toContainText('Never send money back.', SOON);
  await expect(warning).toContainText('Carmen Ibarra reported $1,000 more than is due.');
  await expectAccessible(page);
  await press(page, 'Not Received');
  await page.getByRole('dialog').getByLabel('Reason').fill('The check bounced.');
  await answer(page, 'Send');
  await expect(money(page)).toContainText('You said it didn’t arrive');
  await comeBack(own);
  await expect(money(own)).toContainText('The check bounced.', SOON);
  await press(own, 'I’ve Paid');
  await money(own).getByLabel('How you paid').fill('Cash');
  await press(own, 'Report Payment');
  await comeBack(page);
  await expect(money(page)).toContainText('Carmen Ibarra reported $450 (Cash)', SOON);
  await expect(warning).toHaveCount(0);
  await press(page, 'Mark as Received');
  await answer(page, 'Mark as Received');
  await expect(money(page)).toContainText('$450 of $900 received');
  await press(page, 'Waive');
  await answer(page, 'Waive');
  await expect(money(page)).toContainText('$450 of $900 received, $450 waived');
  await expectAccessible(page);
  await expectToFit(page, 320, 1440);
});

test('a proposal names the parts and the sales tax, the agreement begins with them, and sketches wait for the design fee', async ({
  page,
  browser,
}) => {
  const artist = await painter('Ana Robledo');
  const sent = await sendRequest(null, 'Carmen Ibarra', 'A wall of cranes', [artist.profile]);
  await signIn(page, artist);
  await page.goto('/dashboard/artist/settings');
  const unsaved = page.getByText('You have unsaved changes.');
  await expect(page.getByLabel('Sales tax')).toBeVisible();
  await expect(unsaved).toHaveCount(0);
  await page.getByLabel('Sales tax').selectOption('Plus tax');
  await expect(unsaved).toBeVisible();
  await page.getByRole('button', { name: 'Save Terms' }).click();
  await expect(toast(page, 'Your terms are saved')).toBeVisible();
  await expect(unsaved).toHaveCount(0);
  await page.goto(`/dashboard/artist/leads?lead=${sent.id}`);
  await page.getByRole('button', { name: 'Make a Proposal' }).click();
  await page.getByLabel('Price in US dollars').fill('900');
  await page
    .getByLabel('Earliest start')
    .fill(new Date(Date.now() + 9e8).toISOString().slice(0, 10));
  await page.getByLabel('Number of days').fill('3');
  await page.getByLabel('Paid in parts').selectOption('Design fee, then 50/50');
  await page.getByRole('button', { name: 'Send Proposal' }).click();
  const parts = 'Design fee, then 50/50: $90 + $405 + $405';
  await expect(page.getByText(parts)).toBeVisible();

  const guest = await phone(browser, sent.token);
  await expect(guest.getByRole('cell', { name: parts })).toBeVisible();
  await expect(guest.getByRole('cell', { name: '$900 plus tax' })).toBeVisible();
  await guest.getByRole('button', { name: /^Accept the proposal/ }).click();
  await answer(guest, 'Accept Proposal');
  await page.reload();
  await page.getByRole('button', { name: 'Write the Agreement', exact: true }).click();
  await expect(page.getByLabel('Paid in parts')).toHaveValue('design_fee');
  await expect(page.getByText('Design fee: $90, when both have signed')).toBeVisible();
  await page.getByRole('button', { name: 'Send to Client' }).click();
  await expect(toast(page, 'The client sees the agreement on their request page')).toBeVisible();
  await page.getByRole('tab', { name: 'Money' }).click();
  await expect(page.getByText('Payments appear here once you’ve both signed.')).toBeVisible();
  await signBoth({ artist, lead: sent.id, token: sent.token, email: sent.email }, null);

  await comeBack(page);
  await expect(money(page)).toContainText('Design fee', SOON);
  await expect(money(page)).toContainText('$90');
  const sketches = page.getByRole('region', { name: 'Sketches' });
  await page.getByRole('tab', { name: 'Design' }).click();
  await expect(sketches).toContainText('Locked until the design fee is received');
  await page.getByRole('tab', { name: 'Money' }).click();
  await press(page, 'Mark as Received');
  await answer(page, 'Mark as Received');
  await expect(money(page)).toContainText('$90 of $900 plus tax received');
  await page.getByRole('tab', { name: 'Design' }).click();
  await expect(sketches).toContainText('No sketch yet', SOON);
});
