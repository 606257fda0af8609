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
