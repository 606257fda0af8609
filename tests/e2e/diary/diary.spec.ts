import type { Page } from '@playwright/test';
import { acceptedJob } from '../fixtures/accepted-job.ts';
import {
  elsewhere,
  expectAccessible,
  expectToFit,
  PHONE,
  photo,
  rpc,
} from '../fixtures/account-support.ts';
import { signIn } from '../fixtures/admin-support.ts';
import { expect, test } from '../fixtures/test.ts';

const SEND = '**/rest/v1/rpc/send_message';

const diary = (page: Page) => page.getByRole('region', { name: 'Diary' });
const photosOf = (page: Page, list: RegExp) =>
  diary(page).getByRole('list', { name: list }).getByRole('img');
const add = async (page: Page, stage: string, ...colours: string[]) => {
  await page
    .getByLabel('Add Photos')
    .setInputFiles(await Promise.all(colours.map((colour) => photo(`${colour}.jpg`, { colour }))));
  await page.getByLabel('Stage').selectOption(stage);
  // Chosen, not sent: the artist can still take one away, or write a word to it.
  await expect(
    page.getByRole('list', { name: 'Photos for this message' }).getByRole('img'),
  ).toHaveCount(colours.length);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Photos for this message' })).toHaveCount(0);
};
const waiting = (page: Page) => page.getByRole('log').getByRole('img', { name: /from you$/ });
const expectLoaded = (page: Page, list: RegExp) =>
  expect
    .poll(() =>
      photosOf(page, list).evaluateAll((all) =>
        all.every((img) => (img as HTMLImageElement).naturalWidth > 1),
      ),
    )
    .toBe(true);

test('photos taken without a network reach the client’s diary, and then the mural', async ({
  page,
  context,
  browser,
}) => {
  // Six photos are made smaller, sent, published and seen by two people.
  test.slow();
  const { artist, lead, token } = await acceptedJob();
  await page.setViewportSize(PHONE);
  await signIn(page, artist);
  await page.goto(`/dashboard/artist/leads?lead=${lead}#messages`);
  await expect(page.getByRole('log')).toBeVisible();
  await expect(page.getByLabel('Stage')).toHaveCount(0);

  await context.setOffline(true);
  await add(page, 'Before', 'tan');
  await expect(waiting(page)).toHaveCount(1);
  await add(page, 'Done', 'teal', 'navy', 'olive', 'plum');
  await add(page, 'Done', 'maroon');
  await expect(waiting(page)).toHaveCount(6);
  await expectAccessible(page);

  // The page is back before its answers are.
  await page.route(SEND, (route) => route.abort());
  await context.setOffline(false);
  await page.reload();
  await expect(waiting(page)).toHaveCount(6);
  await page.unroute(SEND);
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(photosOf(page, /^Done, \w+ \d+, \d+$/)).toHaveCount(5);
  await expect(photosOf(page, /^Before, \w+ \d+, \d+$/)).toHaveCount(1);
  await expect(diary(page).getByRole('list')).toHaveCount(2);
  await expectLoaded(page, /./);
  await expect(page.getByRole('log')).toContainText('Done');

  const guest = await elsewhere(browser, `/request#${token}&messages`, null, PHONE);
  await expect(photosOf(guest, /^Done, /)).toHaveCount(5);
  await expectLoaded(guest, /./);
  await expect(diary(guest).getByRole('list')).toHaveCount(2);
  await expect(diary(guest).getByRole('list').first()).toHaveAccessibleName(/^Before, /);
  await diary(guest).getByRole('link').nth(1).click();
  await expect(guest.getByRole('dialog', { name: 'Photos' }).getByRole('status')).toContainText(
    '1 of 5',
  );
  await guest.keyboard.press('Escape');
  await expectAccessible(guest);
  await expectToFit(guest, 320, 768, 1440);

  const job = { p_lead: lead, p_artist: artist.profile.id };
  await rpc('complete_request', job, artist);
  await rpc('complete_request', { ...job, p_token: token }, null);
  await guest.reload();
  await expect(photosOf(guest, /^Done, /)).toHaveCount(5);
  await guest.context().close();

  await page.reload();
  await page.getByRole('button', { name: 'Make It a Mural Page' }).click();
  await page.getByRole('button', { name: 'Add from Conversation' }).click();
  const choice = page.getByRole('dialog', { name: 'Choose photos of the conversation' });
  // The finished wall is chosen already, its first photo as the cover.
  await expect(choice.getByRole('button', { pressed: true })).toHaveCount(5);
  await expect(
    choice.getByRole('button', { name: 'Photo 2, of yours, done, number 1' }),
  ).toBeVisible();
  await expect(choice.getByRole('button', { name: 'Photo 1, of yours, before' })).toBeVisible();
  await expectAccessible(page);
  await choice.getByRole('button', { name: 'Add Photos' }).click();
  const chosen = page.getByRole('list', { name: 'Photos of the mural' }).getByRole('listitem');
  await expect(chosen).toHaveCount(5);
  await page.getByRole('button', { name: 'Choose from Diary' }).click();
  // By a key: a program's second press comes so soon that it counts as a double click on what opened this.
  await choice.getByRole('button', { name: 'Photo 1, of yours, before' }).press('Enter');
  await choice.getByRole('button', { name: 'Add Photos' }).click();
  await expect(page.getByRole('img', { name: 'The wall before it was painted' })).toBeVisible();
});
