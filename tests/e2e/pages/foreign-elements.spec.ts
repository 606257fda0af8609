import { toast } from '../fixtures/account-support.ts';
import { leadsOf } from '../fixtures/admin-support.ts';
import { intrude } from '../fixtures/intrude.ts';
import { fill, quote } from '../fixtures/quote.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

const broken = (page: Page) => page.getByText('Unexpected Application Error!');

/** What other people's programs do to a page before React takes it over. */
const DEEDS: Record<string, () => void> = {
  'an element beside the field': () => {
    document.querySelector('[type=search]')?.after(document.createElement('x-icon'));
  },
  'an element first in the form': () => {
    document.querySelector('form.filter-bar')?.prepend(document.createElement('div'));
  },
  'an element among the cards': () => {
    document.querySelector('astro-slot')?.prepend(document.createElement('x-icon'));
  },
  'an element around the field': () => {
    const field = document.querySelector('[type=search]');
    const wrap = document.createElement('span');
    field?.before(wrap);
    if (field) wrap.append(field);
  },
  'text beside the field': () => document.querySelector('[type=search]')?.after('hint'),
  'a menu taken away': () => document.querySelector('form.filter-bar select')?.remove(),
};

test('a list holds whatever is done to it', async ({ page }) => {
  const cards = page.locator('.list-results ul').first().locator('> li');
  const search = page.getByRole('searchbox', { name: 'Search' });
  // All lists are one island.
  for (const [deed, act] of Object.entries(DEEDS))
    await test.step(deed, async () => {
      await page.goto('/artists');
      const before = await cards.count();
      await page.evaluate(act);
      await search.pressSequentially('let');
      await expect(search).toHaveValue('let');
      await expect(page).toHaveURL(/q=let/);
      await search.fill('');
      await expect(page).not.toHaveURL(/q=/);
      await expect(cards).toHaveCount(before);
      await expect(broken(page)).toHaveCount(0);
    });
});

test('a request is sent with an element beside every field', async ({ page }) => {
  const text = quote();
  await intrude(page);
  await page.goto('/quote');
  await page.getByLabel('City', { exact: true }).pressSequentially(text.City);
  await expect(page.getByLabel('City', { exact: true })).toHaveValue(text.City);
  await fill(page, text);
  await page.getByRole('button', { name: 'Submit Quote' }).click();
  await expect(toast(page, 'Quote request submitted successfully!')).toBeVisible();
  await expect.poll(async () => (await leadsOf(text.Email)).length).toBe(1);
});
