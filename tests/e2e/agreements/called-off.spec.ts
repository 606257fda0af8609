import {
  elsewhere,
  expectAccessible,
  expectToFit,
  mailsTo,
  painter,
  press,
  propose,
  toast,
} from '../fixtures/account-support.ts';
import { agreedJob, confirmByCode } from '../fixtures/agreed-job.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

/** The way out of an accepted job whose agreement is in force, and on to another artist. */
const region = (page: Page, name: string) => page.getByRole('region', { name });

test('a guest calls off a signed job with a reason, and asks an artist who was passed over', async ({
  page,
  browser,
}) => {
  const ben = await painter('Ben Ortiz');
  const { artist, lead, token, email } = await agreedJob(null, 4200, 'halves', '', [ben]);
  const { name } = artist.profile;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/request#${token}`);
  await region(page, `You chose ${name}`).getByText('More', { exact: true }).click();
  await press(page, 'Call Off This Job');
  const dialog = page.getByRole('dialog', { name: 'Call off this job?' });
  await expect(dialog).toContainText('It ends your agreement');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Call Off', exact: true }).click();
  await expect(dialog.getByText('Please fill this in')).toBeVisible();
  await dialog.getByLabel('Reason').fill('The building was sold.');
  await dialog.getByRole('button', { name: 'Call Off', exact: true }).click();
  await confirmByCode(page, email, 'To call off the job');
  const former = region(page, `The job with ${name} was called off`);
  await expect(former).toContainText('You called off this job on');
  await expect(former).toContainText('The building was sold.');
  await page.getByRole('tab', { name: 'Agreement' }).click();
  await expect(region(page, 'Agreement').getByText('Read the agreement')).toBeVisible();
  await expectToFit(page);
  await expectAccessible(page);

  const desk = await elsewhere(browser, `/dashboard/artist/leads?lead=${lead}`, artist);
  await expect(region(desk, 'Next step')).toContainText('The client called off this job on');
  await expect(region(desk, 'Next step')).toContainText('The building was sold.');
  await expect(desk.getByRole('button', { name: 'Write a New One' })).toHaveCount(0);
  await expect(desk.getByRole('log')).not.toContainText('Say hello');
  await expectAccessible(desk);
  const told = async (address: string) => (await mailsTo(address)).map(({ subject }) => subject);
  await expect
    .poll(() => told(artist.email))
    .toContainEqual(expect.stringMatching(/^The client.* called off the job$/));
  await expect
    .poll(() => told(email))
    .toContainEqual(expect.stringMatching(/^You called off the job/));

  await press(page, `Ask again: ${ben.profile.name}`);
  await expect(toast(page, `We’ve asked ${ben.profile.name} again`)).toBeVisible();
  await propose(ben, lead, { p_low: 3900 });
  await page.reload();
  await press(page, `Accept the proposal of ${ben.profile.name}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Accept Proposal' }).click();
  await expect(region(page, `You chose ${ben.profile.name}`)).toBeVisible();
  // What was signed before stays on record.
  await press(page, 'Show the Record');
  await expect(former.getByText('Read the agreement')).toBeVisible();
  await expectAccessible(page);
});
