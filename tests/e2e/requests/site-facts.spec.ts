import { randomUUID } from 'node:crypto';
import {
  elsewhere,
  expectAccessible,
  expectToFit,
  profileOf,
  sendRequest,
  toast,
} from '../fixtures/account-support.ts';
import { person } from '../fixtures/admin-support.ts';
import { expect, type Locator, type Page, test } from '../fixtures/test.ts';

/** What a client says about the site of a wall: on the page of a request, and what artists read of it. */

const summary = (page: Page, text: string): Locator =>
  page.locator('summary').filter({ hasText: text });
const answer = async (page: Page, chip: string, question: string, name: string) => {
  await summary(page, chip).click();
  await page
    .getByRole('group', { name: question })
    .getByRole('button', { name, exact: true })
    .click();
};
/** The value beside a name in the facts of a request. */
const fact = (page: Page, name: string): Locator =>
  page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator('xpath=following-sibling::dd');
const nextYear = `${new Date().getFullYear() + 1}-03-01`;

test('a guest answers on the page of the request, on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const profile = await profileOf(await person('artist'));
  const { token } = await sendRequest(null, 'Rosa Delgado', 'A wall by the river', [profile]);
  await page.goto(`/request#${token}`);
  await summary(page, 'Help artists answer faster').click();
  await answer(page, 'Owner', 'Whose wall is it?', 'Rented, owner not asked');
  await expect(summary(page, 'Owner: Rented, owner not asked')).toBeVisible();
  await answer(page, 'Power and water', 'Is there power?', 'Yes');
  // A second press takes an answer back.
  await page.getByRole('group', { name: 'Is there power?' }).getByText('Yes').click();
  await expect(summary(page, 'Power and water')).toBeVisible();
  await summary(page, 'Top edge').click();
  const height = page.getByLabel('How high is the top edge?');
  await height.fill('very high');
  await expectAccessible(page);
  await expectToFit(page, 320);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Height must be from 0.5 to 1000 feet').last()).toBeVisible();
  await height.fill('18 ft');
  await summary(page, 'Deadline').click();
  await page.getByLabel('When does it have to be done?').fill(nextYear);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(page, 'Your answers are saved')).toBeVisible();
  await expect(fact(page, 'Owner')).toHaveText('Rented, owner not asked');
  await expect(fact(page, 'Top edge')).toHaveText('18 ft');
  await expect(fact(page, 'Power')).toHaveCount(0);
  await expect(fact(page, 'Deadline')).toHaveText(`Mar 1, ${nextYear.slice(0, 4)}`);
});

test('a client without a network loses no answer; the artist reads it at once', async ({
  browser,
}) => {
  const [client, artist] = await Promise.all([person('client'), person('artist')]);
  const mine = await profileOf(artist);
  const about = `A wall by the river ${randomUUID()}`;
  const { id } = await sendRequest(client, 'Rosa Delgado', about, [mine]);
  const page = await elsewhere(browser, `/dashboard/client/quotes?request=${id}`, client);
  await summary(page, 'Help artists answer faster').click();
  await answer(page, 'Condition', 'What condition is it in?', 'Never painted');
  await answer(page, 'Lift access', 'Can a lift get to the wall?', 'Over soft ground');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(
    toast(page, 'You’re offline. We’ll save your answers when you’re back.'),
  ).toBeVisible();
  await page.context().setOffline(false);
  await expect(fact(page, 'Condition')).toHaveText('Never painted');
  // What is not saved yet is there after a reload.
  await answer(page, 'Words or a logo', 'Will it show words or a logo?', 'No');
  await page.reload();
  await expect(summary(page, 'Words or a logo: No')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(fact(page, 'Words or a logo')).toHaveText('No');

  const lead = await elsewhere(browser, `/dashboard/artist/leads?lead=${id}`, artist);
  await expect(fact(lead, 'Condition')).toHaveText('Never painted');
  await expect(fact(lead, 'Lift access')).toHaveText('Over soft ground');
  await expectAccessible(lead);

  await page.getByRole('button', { name: 'Close Request' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close Request' }).click();
  await expect(page.getByText('You’ve withdrawn this request.')).toBeVisible();
  await expect(summary(page, 'Edit what you said about the site')).toHaveCount(0);
  await expect(fact(page, 'Condition')).toHaveText('Never painted');
});
