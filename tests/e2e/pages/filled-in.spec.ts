import { PASSWORD, toast } from '../fixtures/account-support.ts';
import { leadsOf, person } from '../fixtures/admin-support.ts';
import { fill, option, quote } from '../fixtures/quote.ts';
import { expect, type Locator, type Page, test } from '../fixtures/test.ts';

/** Writes into a field as some password managers do, without an event, past the page's own scripts or through them. */
const fillSilently = (page: Page, label: string, value: string, past: boolean) =>
  page.getByLabel(label, { exact: true }).evaluate(
    (field: HTMLInputElement | HTMLTextAreaElement, [text, isPast]) => {
      const set = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set;
      if (isPast) set?.call(field, text);
      else field.value = text;
    },
    [value, past] as const,
  );
/** Ticks a box without an event, past the page's own scripts. */
const tick = (box: Locator, checked: boolean) =>
  box.evaluate((one, on) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'checked')?.set?.call(one, on);
  }, checked);

for (const past of [true, false]) {
  const how = past ? 'past the scripts of the page' : 'by a script in the page';
  test(`what a password manager fills in ${how} signs in`, async ({ page }) => {
    const client = await person('client');
    await page.goto('/auth');
    await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
    await fillSilently(page, 'Email', client.email, past);
    await fillSilently(page, 'Password', PASSWORD, past);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page).not.toHaveURL(/\/auth/);
  });

  test(`what is filled in ${how} stays in a request while the rest is typed`, async ({ page }) => {
    await page.goto('/quote');
    await page.getByLabel('City', { exact: true }).pressSequentially('San Antonio');
    const text = quote();
    const { Name, Email, ...typed } = text;
    await fillSilently(page, 'Name', Name, past);
    await fillSilently(page, 'Email', Email, past);
    await fill(page, typed as typeof text);
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(Name);
    await page.getByRole('button', { name: 'Submit Quote' }).click();
    await expect(toast(page, 'Quote request submitted successfully!')).toBeVisible();
  });
}

test('choices that are made without an event are sent', async ({ page }) => {
  const text = quote();
  await page.goto('/quote');
  await fill(page, { City: text.City, Name: text.Name, Email: text.Email });
  await fill(page, { 'Project Description': text['Project Description'] });
  for (const label of ['Surface Type', 'Style Preference', 'Budget Range'] as const)
    await tick(option(page, label, text[label]), true);
  await page.getByRole('button', { name: 'Submit Quote' }).click();
  await expect(toast(page, 'Quote request submitted successfully!')).toBeVisible();
  const [lead] = await leadsOf(text.Email);
  expect(lead).toMatchObject({ surface_type: 'brick', budget_range: '1k-5k' });
});

test('letters that are typed while React arrives stay, whatever is drawn next', async ({
  page,
}) => {
  let arrive = () => {};
  const arrival = new Promise<void>((done) => {
    arrive = done;
  });
  // The island's code comes twice: into the browser's cache, and then to be run (src/ui/lost.ts).
  let asked = 0;
  await page.route('**/_astro/client.*', async (route) => {
    asked += 1;
    if (asked > 1) await arrival;
    await route.continue();
  });
  await page.goto('/artists');
  // Its code has run where it asks for the cards that it searches.
  const runs = page.waitForRequest('**/search/artists.json');
  await page.getByLabel('Sort', { exact: true }).selectOption('Name A-Z');
  await runs;
  const search = page.getByLabel('Search', { exact: true });
  await search.pressSequentially('Rosa');
  arrive();
  await expect(page.locator('astro-island[ssr]', { has: search })).toHaveCount(0);
  await expect(page).toHaveURL(/\/artists\?sort=name&q=Rosa|\/artists\?q=Rosa&sort=name/);
  await expect(search).toHaveValue('Rosa');
});
