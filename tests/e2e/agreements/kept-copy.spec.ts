import { expectAccessible, mailsTo } from '../fixtures/account-support.ts';
import { signIn } from '../fixtures/admin-support.ts';
import { agreedJob } from '../fixtures/agreed-job.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

/** What both signed belongs to both: the side that is left keeps it. */
const copies = (page: Page) => page.getByRole('region', { name: 'Kept Copies' });
const told = async (email: string, subject: string) =>
  expect.poll(async () => (await mailsTo(email)).map((mail) => mail.subject)).toContain(subject);

async function expectCopy(page: Page, why: RegExp) {
  await copies(page).getByText(why).click();
  const copy = copies(page).getByRole('article', { name: /^Copy of / });
  await expect(copy).toContainText(/You keep this copy until .* 20\d\d\./);
  await expect(copy).toContainText('Cranes.');
  await expect(copy).toContainText(/Carmen Ibarra, the client, on /);
  await expect(copy).toContainText(/Ana Robledo, the artist, on /);
  await expect(copy).toContainText('Payments: $0 of $900 received');
  await expect(copies(page).getByRole('button', { name: 'Print Copy' })).toBeVisible();
  await expectAccessible(page);
}

test('a client erases a request, and the artist keeps what both signed', {
  tag: '@core',
}, async ({ page, browser }) => {
  const job = await agreedJob(null, 900, 'halves');
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(`/request#${job.token}`);
  await guest.getByRole('button', { name: 'Erase Request' }).click();
  const dialog = guest.getByRole('dialog');
  await expect(dialog).toContainText(
    'Ana Robledo keeps a copy until four years after the last activity',
  );
  await dialog.getByRole('button', { name: 'Erase' }).click();
  await expect(guest.getByRole('status')).toContainText('keeps a copy of the job');

  await told(job.artist.email, 'Carmen Ibarra erased their request');
  await signIn(page, job.artist);
  await page.goto('/dashboard/artist/leads#kept-copies');
  await expectCopy(page, /Carmen Ibarra erased their request on/);
});

test('an artist deletes their account, and the guest keeps what both signed', async ({
  page,
  browser,
}) => {
  const job = await agreedJob(null, 900, 'halves');
  await signIn(page, job.artist);
  await page.goto('/dashboard/artist/settings');
  await page.getByRole('button', { name: 'Delete Account' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('A client who accepted your proposal keeps a copy');
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE');
  await dialog.getByRole('button', { name: 'Delete for Good' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/dashboard'));

  await told(job.email, 'Ana Robledo closed their account');
  const guest = await (
    await browser.newContext({ viewport: { width: 390, height: 844 } })
  ).newPage();
  await guest.goto(`/request#${job.token}`);
  await expectCopy(guest, /Ana Robledo closed their account on/);
});
