import { expectAccessible, toast } from '../fixtures/account-support.ts';
import { asService } from '../fixtures/admin-support.ts';
import {
  choice,
  group,
  lastStep,
  option,
  quote,
  sendToArtists,
  submitButton,
  submitFrom,
} from '../fixtures/quote.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

/** Asking for a quote in steps: what a phone shows one after the other, and a desktop on one page. */
const PHONE = { width: 390, height: 844 };

const step = (page: Page, name: string) => page.getByRole('heading', { level: 2, name });
const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true });
const murals = (page: Page) =>
  page.getByRole('list', { name: 'Murals to choose from' }).getByRole('button');

interface Row {
  id: string;
  [column: string]: unknown;
}
/** The request of an email address as the view shows it, and what is beside it. */
async function storedOf(email: string): Promise<{ lead: Row; details: Row | undefined }> {
  const [lead] = await asService<Row[]>(`/rest/v1/leads?email=eq.${encodeURIComponent(email)}`);
  const [details] = await asService<Row[]>(`/rest/v1/request_details?lead_id=eq.${lead?.id}`);
  if (!lead) throw new Error(`no lead of ${email}`);
  return { lead, details };
}

test('on a phone, from the home page to a request that an artist has within twelve taps', {
  tag: '@core',
}, async ({ page }) => {
  await page.setViewportSize(PHONE);
  let taps = 0;
  const tap = async (locator: ReturnType<Page['locator']>) => {
    taps += 1;
    await locator.click();
  };
  const text = quote({ 'Surface Type': 'brick', 'Budget Range': '5k-10k' });

  await page.goto('/');
  await tap(page.getByRole('link', { name: 'Get a Free Quote' }).first());
  await expect(step(page, 'The wall')).toBeVisible();
  await expect(step(page, 'How big?')).toBeHidden();
  await tap(page.getByRole('radio', { name: text.City }));
  await expect(page.getByLabel('City', { exact: true })).toHaveValue(text.City);
  await tap(page.getByRole('radio', { name: 'Outside' }));
  await tap(page.getByRole('radio', { name: 'Brick' }));

  await expect(step(page, 'How big?')).toBeVisible();
  await tap(page.getByRole('radio', { name: 'About a garage' }));

  await expect(step(page, 'The look')).toBeVisible();
  await tap(murals(page).first());
  const chosen = group(page, 'Style Preference').getByRole('radio', { checked: true });
  const style = await chosen.inputValue();
  await tap(next(page));

  // What is only typed has the keyboard already.
  await expect(page.getByLabel('Project Description')).toBeFocused();
  await page.keyboard.type('Herons at dusk, for our patio.');
  await tap(next(page));
  await tap(page.getByRole('radio', { name: '$5,000–$10,000' }));

  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.type(text.Name);
  await page.keyboard.press('Tab');
  await page.keyboard.type(text.Email);
  await tap(submitButton(page));
  await expect(toast(page, 'Quote request submitted successfully!')).toBeVisible();
  expect(taps).toBeLessThanOrEqual(10);

  const { lead, details } = await storedOf(text.Email);
  expect(lead).toMatchObject({
    surface_type: 'brick',
    mural_size: '16 x 8 ft',
    style_preference: style,
    city: text.City,
    project_description: 'Herons at dusk, for our patio.',
    budget_range: '5k-10k',
  });
  expect(details).toMatchObject({
    width_ft: 16,
    height_ft: 8,
    size_source: 'like',
    place: 'outside',
    surface_unsure: false,
    mural_ids: [expect.any(String)],
  });

  await tap(choice(page).getByRole('checkbox').first());
  await tap(sendToArtists(page));
  await expect(page).toHaveURL(/\/thank-you$/);
  console.log(`From the home page to a request that an artist has: ${taps} taps`);
  expect(taps).toBeLessThanOrEqual(12);
});

test('steps go back and forward, keep everything, and lead to what is missing', {
  tag: '@core',
}, async ({ page }) => {
  await page.setViewportSize(PHONE);
  const text = quote();
  await page.goto('/quote');
  await page.getByRole('radio', { name: 'Inside' }).click();
  await page.getByRole('radio', { name: 'Not sure' }).click();
  // Nobody has said where the wall is.
  await expect(step(page, 'The wall')).toBeVisible();
  await next(page).click();
  await expect(step(page, 'How big?')).toBeVisible();
  await page.getByLabel('Mural Size').fill('12 by 9.5');
  await expectAccessible(page);
  await next(page).click();
  await expect(step(page, 'The look')).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Mural Size')).toHaveValue('12 x 9.5 ft');
  await page.goBack();
  await expect(page.getByRole('radio', { name: 'Not sure' })).toBeChecked();
  await page.goForward();
  await page.goForward();
  await expect(step(page, 'The look')).toBeFocused();
  await page.reload();
  await expect(step(page, 'The look')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Mural Size')).toHaveValue('12 x 9.5 ft');
  for (const name of ['The look', 'Tell us about it', 'The budget', 'About you']) {
    await next(page).click();
    await expect(step(page, name)).toBeVisible();
  }
  await expectAccessible(page);

  // The rules answer in the specification's order, each in the step of its field.
  await submitButton(page).click();
  await expect(toast(page, 'Name is required')).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.type(text.Name);
  await page.getByLabel('Email', { exact: true }).fill(text.Email);
  await submitButton(page).click();
  await expect(toast(page, 'City is required')).toBeVisible();
  await expect(page.getByLabel('City', { exact: true })).toBeFocused();
  await page.getByLabel('City', { exact: true }).fill(text.City);
  await submitFrom(page);
  await expect(toast(page, 'Please provide more details')).toBeVisible();
  const words = page.getByLabel('Project Description');
  await expect(words).toBeFocused();
  await page.getByRole('button', { name: 'What should it say or show?' }).click();
  await page.keyboard.type('agaves along the river.');
  await expect(words).toHaveValue('What it should say or show: agaves along the river.');
  await expect(page.getByRole('button', { name: 'What should it say or show?' })).toBeHidden();
  await submitFrom(page);
  await expect(toast(page, 'Please select a style')).toBeVisible();
  await expect(group(page, 'Style Preference').getByRole('radio').first()).toBeFocused();
  // The last step names what is missing, each a way there.
  await lastStep(page);
  const missing = page.getByRole('button', { name: 'Style Preference' });
  await expect(page.getByRole('button', { name: 'Budget Range' })).toBeVisible();
  await missing.click();
  await option(page, 'Style Preference', 'nature').check();
  await submitFrom(page);
  await expect(toast(page, 'Please select a budget range')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Under $1,000' })).toBeFocused();
  await option(page, 'Budget Range', '1k-5k').check();

  // A desktop has it all on one page.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.reload();
  await expect(words).toHaveValue(/agaves along the river/);
  await expect(page.getByLabel('Mural Size')).toHaveValue('12 x 9.5 ft');
  const summary = page.getByRole('region', { name: 'Your request' });
  await expect(summary).toContainText('not sure what it is made of');
  await expect(summary).toContainText('You’re all set.');
  await murals(page).first().click();
  await expect(option(page, 'Style Preference', 'nature')).toBeChecked();
  await expect(summary).toContainText('usually cost');
  await expect(summary).toContainText('Priced for nature.');
  await summary.getByRole('button', { name: 'Change the style' }).click();
  await expect(option(page, 'Style Preference', 'nature')).toBeFocused();
  await expect(summary.getByRole('listitem')).toHaveCount(1);
  await expectAccessible(page);
  await submitButton(page).click();
  await expect(toast(page, 'Quote request submitted successfully!')).toBeVisible();
  expect((await storedOf(text.Email)).details).toMatchObject({
    width_ft: 12,
    height_ft: 9.5,
    size_source: 'typed',
    place: 'inside',
    surface_unsure: true,
    mural_ids: [expect.any(String)],
  });
});
