import { randomUUID } from 'node:crypto';
import { expectAccessible, profileOf, sendRequest, toast } from '../fixtures/account-support.ts';
import { call, type Person, person, signIn } from '../fixtures/admin-support.ts';
import { type Cast, castOf, published } from '../fixtures/artists.ts';
import { choice, fill, lastStep, quote, sendToArtists, submitButton } from '../fixtures/quote.ts';
import { type Browser, expect, type Locator, type Page, test } from '../fixtures/test.ts';

/** What a client says about the site of a wall: with the request, on its page, and what artists read of it. */

let cast: Cast;
test.beforeAll(async () => {
  cast = await castOf(1, (_, tag) => ({ name: `Ana ${tag}`, featured: true, average_rating: 5 }));
  await published(`/artist/${cast.artists[0]?.slug}`);
});
test.afterAll(() => cast?.remove());

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

async function signedIn(browser: Browser, who: Person, path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, who);
  await page.goto(path);
  return page;
}

test('a guest answers in the form of a phone and on the page of the request', {
  tag: '@core',
}, async ({ page, browser }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const text = quote({ City: cast.city });
  await page.goto('/quote');
  await fill(page, { City: text.City, 'Surface Type': 'brick' });
  const help = summary(page, 'Help artists answer faster');
  const next = page.getByRole('button', { name: 'Next', exact: true });
  for (const step of ['Its size', 'The look', 'In your words']) {
    await next.click();
    await expect(page.getByRole('heading', { level: 2, name: step })).toBeVisible();
    if (step === 'The look') await fill(page, { 'Style Preference': 'nature' });
  }
  await fill(page, { 'Project Description': text['Project Description'] });
  await expect(summary(page, 'Owner')).toBeHidden();
  await help.click();
  await answer(page, 'Owner', 'Whose wall is it?', 'Rented, owner not asked');
  await expect(summary(page, 'Owner: Rented, owner not asked')).toBeVisible();
  await answer(page, 'Words or a logo', 'Will it show words or a logo?', 'Yes');
  await answer(page, 'Power and water', 'Is there power?', 'Yes');
  // A second press takes an answer back.
  await page.getByRole('group', { name: 'Is there power?' }).getByText('Yes').click();
  await expect(summary(page, 'Power and water')).toBeVisible();
  await summary(page, 'Top edge').click();
  await page.getByLabel('How high is the top edge?').fill('very high');
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.setViewportSize({ width: 390, height: 844 });

  // The browser keeps it, like the rest of the form.
  await page.reload();
  await help.click();
  await expect(summary(page, 'Owner: Rented, owner not asked')).toBeVisible();
  await help.click();
  await next.click();
  await fill(page, { 'Budget Range': '1k-5k' });
  // The choice leads on.
  await expect(page.getByRole('heading', { level: 2, name: 'About you' })).toBeVisible();
  await fill(page, { Name: text.Name, Email: text.Email });
  await submitButton(page).click();
  await expect(toast(page, 'Height must be from 0.5 to 1000 feet')).toBeVisible();
  const height = page.getByLabel('How high is the top edge?');
  await expect(height).toBeFocused();
  await expect(page.getByText('Height must be from 0.5 to 1000 feet').last()).toBeVisible();
  await height.fill('18 ft');
  await lastStep(page);
  await submitButton(page).click();
  await choice(page)
    .getByRole('checkbox', { name: `Select ${cast.artists[0]?.name}` })
    .check();
  await sendToArtists(page).click();
  await expect(page).toHaveURL(/\/thank-you$/);
  const link = page.getByRole('link', { name: 'Open Your Request' });
  await expect(link).toBeVisible();

  const there = await (await browser.newContext()).newPage();
  await there.goto((await link.getAttribute('href')) ?? '');
  await expect(fact(there, 'Owner')).toHaveText('Rented, owner not asked');
  await expect(fact(there, 'Top edge')).toHaveText('18 ft');
  await expect(fact(there, 'Words or a logo')).toHaveText('Yes');
  await expect(fact(there, 'Power')).toHaveCount(0);
  await summary(there, 'Edit what you said about the site').click();
  await answer(there, 'Owner', 'Whose wall is it?', 'Rented, owner agreed');
  await summary(there, 'Deadline').click();
  await there.getByLabel('When does it have to be done?').fill(nextYear);
  await expectAccessible(there);
  await there.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(there, 'Your answers are saved')).toBeVisible();
  await expect(fact(there, 'Owner')).toHaveText('Rented, owner agreed');
  await expect(fact(there, 'Deadline')).toHaveText(`Mar 1, ${nextYear.slice(0, 4)}`);
  await there.context().close();
});

test('a client without a network loses no answer; the artist reads it at once, and others never', {
  tag: '@core',
}, async ({ browser }) => {
  const [client, artist, other] = await Promise.all([
    person('client'),
    person('artist'),
    person('artist'),
  ]);
  const mine = await profileOf(artist);
  await profileOf(other);
  const about = `A wall by the river ${randomUUID()}`;
  const { id } = await sendRequest(client, 'Rosa Delgado', about, [mine]);
  const page = await signedIn(browser, client, `/dashboard/client/quotes?request=${id}`);
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

  const lead = await signedIn(browser, artist, `/dashboard/artist/leads?lead=${id}`);
  await expect(fact(lead, 'Condition')).toHaveText('Never painted');
  await expect(fact(lead, 'Lift access')).toHaveText('Over soft ground');
  await expectAccessible(lead);
  const read = async ({ token }: Person) =>
    (await call(`/rest/v1/site_facts?lead_id=eq.${id}`, 'GET', undefined, token)).body;
  expect(await read(artist)).toMatchObject([{ condition: 'never_painted', lettering: false }]);
  expect(await read(other)).toEqual([]);

  await page.getByRole('button', { name: 'Withdraw Request' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('You have withdrawn this request.')).toBeVisible();
  await expect(summary(page, 'Edit what you said about the site')).toHaveCount(0);
  await expect(fact(page, 'Condition')).toHaveText('Never painted');
  await page.context().close();
  await lead.context().close();
});
