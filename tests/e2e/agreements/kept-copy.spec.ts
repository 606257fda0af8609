import { elsewhere, expectAccessible, mailsTo, PHONE } from '../fixtures/account-support.ts';
import { signIn } from '../fixtures/admin-support.ts';
import { agreedJob, confirmByCode } from '../fixtures/agreed-job.ts';
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

test('when one side goes, the other keeps what both signed', async ({ page, browser }) => {
  const [erased, left] = [
    await agreedJob(null, 900, 'halves'),
    await agreedJob(null, 900, 'halves'),
  ];
  const guest = await elsewhere(browser, `/request#${erased.token}`, null, PHONE);
  await guest.getByRole('button', { name: 'Close Request' }).click();
  const erasing = guest.getByRole('dialog');
  await erasing.getByRole('checkbox', { name: 'And delete my data' }).check();
  await expect(erasing).toContainText(
    `${erased.artist.profile.name} keeps a copy until four years after the last activity`,
  );
  await erasing.getByRole('button', { name: 'Delete My Data' }).click();
  await confirmByCode(guest, erased.email, 'To erase the request');
  await expect(guest.getByText('keeps a copy')).toBeVisible();
  await told(erased.artist.email, 'Carmen Ibarra erased their request');
  await signIn(page, erased.artist);
  await page.goto('/dashboard/artist/leads#kept-copies');
  await expectCopy(page, /Carmen Ibarra erased their request on/);

  const artist = await elsewhere(browser, '/dashboard/artist/settings', left.artist);
  await artist.getByRole('button', { name: 'Delete Account' }).click();
  const deleting = artist.getByRole('dialog');
  await expect(deleting).toContainText('A client who accepted your proposal keeps a copy');
  await deleting.getByLabel('Type DELETE to confirm').fill('DELETE');
  await deleting.getByRole('button', { name: 'Delete for Good' }).click();
  await artist.waitForURL((url) => !url.pathname.startsWith('/dashboard'));
  await told(left.email, `${left.artist.profile.name} closed their account`);
  await guest.goto(`/request#${left.token}`);
  await expectCopy(guest, /Ana Robledo .* closed their account on/);
});
