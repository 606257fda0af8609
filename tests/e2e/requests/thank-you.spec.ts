import { toast } from '../fixtures/account-support.ts';
import { leadsOf } from '../fixtures/admin-support.ts';
import { type Cast, castOf, published } from '../fixtures/artists.ts';
import {
  choice,
  fill,
  openForm,
  quote,
  sendToArtists,
  stopAnswering,
  submitButton,
} from '../fixtures/quote.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

/** The page that thanks says who has the request, and never that somebody does when nobody has. */
let cast: Cast;
test.beforeAll(async () => {
  cast = await castOf(3, (i, tag) => ({
    name: i === 0 ? `🎨 Ana ${tag}` : `Ben ${i} ${tag}`,
    featured: true,
    average_rating: 5,
  }));
  for (const { slug } of cast.artists) await published(`/artist/${slug}`);
});
test.afterAll(() => cast?.remove());

const main = (page: Page) => page.getByRole('main');
const NOBODY = 'No artist has your request yet.';
const OPEN_EMAILED = 'Open the link we emailed to';

/** Sends a request; gives the address that it is from. */
async function ask(page: Page, beforeSending = async () => {}): Promise<string> {
  const text = quote({ City: cast.city });
  await openForm(page);
  await fill(page, text);
  await beforeSending();
  await submitButton(page).click();
  return text.Email;
}

/** Links home and to the artists are there whatever happened (section 2), and nothing is left in the tab. */
async function expectThanks(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/thank-you$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank You!');
  await expect(main(page).locator('a[href="/"]')).toBeVisible();
  await expect(main(page).locator('a[href="/artists"]')).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => Object.keys(sessionStorage)))
    .not.toContain('quote.thanks');
}

test('names the artists who were chosen, with their pages', async ({ page }) => {
  await ask(page);
  const chosen = cast.artists.slice(0, 2);
  for (const { name } of chosen)
    await choice(page)
      .getByRole('checkbox', { name: `Select ${name}` })
      .check();
  await sendToArtists(page).click();
  await expectThanks(page);
  const names = chosen.map(({ name }) => name).join('|');
  await expect(main(page)).toContainText(
    new RegExp(`(${names}) and (${names}) have your request\\.`),
  );
  await expect(main(page)).not.toContainText(cast.artists[2]?.name ?? '?');
  await main(page)
    .getByRole('link', { name: chosen[1]?.name ?? '?' })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(chosen[1]?.name ?? '?');
});

test('says the same to whom nobody fits and to whom is held', async ({ page }) => {
  const texts: (string | null)[] = [];
  await page.route('**/rpc/submit_lead', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), matches: [] } });
  });
  const unmatched = await ask(page);
  await expectThanks(page);
  await expect(toast(page, 'Quote request submitted successfully!')).toBeVisible();
  await expect(main(page)).toContainText(NOBODY);
  await expect(main(page)).toContainText(OPEN_EMAILED);
  texts.push(await main(page).textContent());
  expect(await leadsOf(unmatched)).toMatchObject([{ held: false, artists: [] }]);
  await stopAnswering(page);

  // As a program does that fills in whatever it finds.
  const held = await ask(page, () =>
    page.locator('input[name=website]').evaluate((input: HTMLInputElement) => {
      input.value = 'https://spam.example';
    }),
  );
  await expectThanks(page);
  await expect(main(page)).toContainText(NOBODY);
  await expect(main(page)).toContainText(OPEN_EMAILED);
  texts.push(await main(page).textContent());
  expect(await leadsOf(held)).toMatchObject([{ held: true, artists: [] }]);
  // Each request is called something else, and comes from another address.
  const [first, second] = texts.map((text, at) =>
    text?.replace(/(?<=reference is )\w{6}/, '').replace([unmatched, held][at] ?? '', ''),
  );
  expect(first).toBe(second);
});

test('says nothing to whom has sent none, that nobody has what was skipped, and nothing again', async ({
  page,
}) => {
  await page.goto('/thank-you');
  await expectThanks(page);
  const nothing = 'Artists who get your request answer by email or phone';
  await expect(main(page)).toContainText(nothing);
  await expect(main(page)).not.toContainText(/has your|have your|arrived|on its way/);
  // Whoever chooses nobody is asked to, and may skip.
  const email = await ask(page);
  await sendToArtists(page).click();
  await expect(toast(page, 'Please select at least one artist')).toBeVisible();
  await page.getByRole('button', { name: 'Skip' }).click();
  await expectThanks(page);
  await expect(main(page)).toContainText(NOBODY);
  await expect(main(page)).toContainText('Choose one on your request page');
  await expect(main(page)).not.toContainText('answer by');
  expect(await leadsOf(email)).toMatchObject([{ artists: [] }]);
  await page.reload();
  await expect(main(page)).toContainText(nothing);
  await page.goto('/quote');
  await expect(submitButton(page)).toBeVisible();
  await expect(choice(page)).toBeHidden();
});

test('says of a request that waits that it has not arrived, and then who may get it', async ({
  page,
}) => {
  await page.route('**/rpc/submit_lead', (route) => route.abort());
  const email = await ask(page);
  await expect(page.getByText('We haven’t confirmed your request yet.')).toBeVisible();
  await page.goto('/thank-you');
  await expect(main(page)).toContainText('Not sent yet: it’s saved');
  await stopAnswering(page);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(toast(page, 'Quote request submitted successfully!')).toBeVisible();
  await expect(main(page)).toContainText('choose who should get it');
  expect(await leadsOf(email)).toHaveLength(1);
  await main(page).getByRole('link', { name: 'Choose Artists' }).click();
  await expect(choice(page)).toBeVisible();
});
