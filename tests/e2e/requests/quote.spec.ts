import { toast } from '../fixtures/account-support.ts';
import { asService, leadsOf } from '../fixtures/admin-support.ts';
import { type Cast, castOf } from '../fixtures/artists.ts';
import {
  choice,
  fill,
  group,
  openForm,
  option,
  pressUnlessSent,
  quote,
  sendToArtists,
  stopAnswering,
  submitButton,
  watchRequests,
} from '../fixtures/quote.ts';
import { expect, type Locator, test } from '../fixtures/test.ts';

let cast: Cast;
// The best standing there is, so that these artists are in the pool that matching draws from.
test.beforeAll(async () => {
  cast = await castOf(3, () => ({ featured: true, average_rating: 5 }));
});
test.afterAll(() => cast?.remove());

test('somebody asks for a quote and chooses two artists', { tag: '@core' }, async ({ page }) => {
  const text = quote({ City: cast.city });
  await openForm(page);
  await fill(page, { ...text, Phone: '210 555 0100', 'Mural Size': '20 × 10 ft' } as typeof text);
  // As people do who are used to it: it stays one request.
  await submitButton(page).dblclick();

  await expect(toast(page, 'Quote request submitted successfully!')).toBeVisible();
  await expect(choice(page)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('quote.draft'))).toBeNull();
  const cards = choice(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('checkbox') });
  expect(await cards.count()).toBeLessThanOrEqual(5);
  for (const artist of cast.artists.slice(0, 2)) {
    await choice(page)
      .getByRole('checkbox', { name: `Select ${artist.name}` })
      .check();
  }
  await sendToArtists(page).click();

  await expect(page).toHaveURL(/\/thank-you$/);
  await expect(toast(page, 'Project sent to 2 artist(s)!')).toBeVisible();
  const leads = await leadsOf(text.Email);
  expect(leads).toMatchObject([
    {
      kind: 'quote',
      city: cast.city,
      project_description: text['Project Description'],
      held: false,
      artists: cast.artists
        .slice(0, 2)
        .map((artist) => artist.id)
        .sort(),
    },
  ]);
  const contacts = await asService(`/rest/v1/lead_contacts?lead_id=eq.${leads[0]?.id}`);
  expect(contacts).toMatchObject([{ name: text.Name, email: text.Email, phone: '210 555 0100' }]);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(text.Email);
});

test('the rules answer in their order, with a toast, beside the field, and with the focus there', {
  tag: '@core',
}, async ({ page }) => {
  const text = quote();
  await openForm(page);
  const rules = [
    ['Name', 'Name is required'],
    ['Email', 'Invalid email address'],
    ['City', 'City is required'],
    ['Project Description', 'Please provide more details'],
    ['Surface Type', 'Please select a surface type'],
    ['Style Preference', 'Please select a style'],
    ['Budget Range', 'Please select a budget range'],
  ] as const;
  const isGroup = (label: string) => /Surface|Style|Budget/.test(label);
  for (const [label, sentence] of rules) {
    await submitButton(page).click();
    await expect(toast(page, sentence)).toBeVisible();
    const field = page.getByLabel(label, { exact: true });
    const control = isGroup(label) ? group(page, label) : field;
    await expect(isGroup(label) ? control.getByRole('radio').first() : control).toBeFocused();
    await expect(control).toHaveAccessibleDescription(new RegExp(sentence));
    await expect(control).toHaveAttribute('aria-invalid', 'true');
    await fill(page, { [label]: text[label] });
    await expect(control).not.toHaveAttribute('aria-invalid');
  }
  expect(await leadsOf(text.Email)).toEqual([]);
  for (const [label] of rules) {
    if (isGroup(label)) await expect(option(page, label, text[label])).toBeChecked();
    else await expect(page.getByLabel(label, { exact: true })).toHaveValue(text[label]);
  }
});

test('whoever leaves the choice open may ask for something else, and go back to it', async ({
  page,
}) => {
  await openForm(page);
  await fill(page, quote({ City: cast.city }));
  await submitButton(page).click();
  await expect(choice(page)).toBeVisible();
  await page.reload();
  await expect(choice(page)).toBeVisible();
  for (const query of ['', `?artist=${cast.artists[2]?.id}`]) {
    await openForm(page, query);
    await expect(choice(page)).toBeHidden();
  }
  await expect(page.getByText('Your request is for')).toBeVisible();
  await page.reload();
  await expect(submitButton(page)).toBeVisible();
  await page.getByRole('button', { name: 'Choose artists' }).click();
  await expect(choice(page)).toBeVisible();
});

test.describe('a request for one artist', () => {
  test('for an artist who is not there becomes a general one', async ({ page }) => {
    await openForm(page, '?artist=x%27--');
    await expect(page.getByText('The artist you came for isn’t available')).toBeVisible();
    await fill(page, quote({ City: cast.city }));
    await submitButton(page).click();
    await expect(choice(page)).toBeVisible();
    await expect(choice(page).getByRole('checkbox', { checked: true })).toHaveCount(0);
  });
});

test.describe('over a bad network', () => {
  test('a lost connection loses nothing that was typed, and the request goes out by itself', {
    tag: '@core',
  }, async ({ page, context }) => {
    const text = quote({ City: cast.city });
    const toaster = page.waitForResponse(/\/Toaster\./);
    const rests = watchRequests(page);
    await openForm(page);
    await fill(page, text);
    await page.getByLabel('Name', { exact: true }).focus();
    await toaster;
    await rests();
    await context.setOffline(true);
    await submitButton(page).click();
    await expect(page.getByText('We haven’t confirmed your request yet.')).toBeVisible();
    await expect(page.getByText('Saved on this device.')).toBeVisible();
    // One message, and not another one that says the contrary.
    await expect(page.getByText(/failed/i)).toHaveCount(0);
    await expect(page.getByLabel('Project Description')).toHaveValue(text['Project Description']);
    expect(await leadsOf(text.Email)).toEqual([]);
    await context.setOffline(false);
    await expect(choice(page)).toBeVisible();
    expect(await leadsOf(text.Email)).toHaveLength(1);
  });

  test('a reload while waiting keeps the text, and Retry finds the lead that was made', {
    tag: '@core',
  }, async ({ page }) => {
    const text = quote({ City: cast.city });
    await page.route('**/rpc/submit_lead', async (route) => {
      await route.fetch();
      // An attempt of its own that the reload cuts off is over already.
      await route.abort('connectionreset').catch(() => {});
    });
    await openForm(page);
    await fill(page, text);
    await submitButton(page).click();
    await expect(page.getByText('We haven’t confirmed your request yet.')).toBeVisible();
    await page.reload();
    // The browser fills the field in before the form is awake, which still has code to fetch.
    await expect(page.getByText('We haven’t confirmed your request yet.')).toBeVisible();
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(text.Name);
    await stopAnswering(page);
    await pressUnlessSent(page, page.getByRole('button', { name: 'Retry' }));
    await expect(choice(page)).toBeVisible();
    expect(await leadsOf(text.Email)).toHaveLength(1);
  });

  test('text changed after a lost answer makes no second lead, and the person is told', async ({
    page,
  }) => {
    const text = quote({ City: cast.city });
    await page.route('**/rpc/submit_lead', async (route) => {
      await route.fetch();
      // An attempt of its own may be under way when this ends.
      await route.abort('connectionreset').catch(() => {});
    });
    await openForm(page);
    await fill(page, text);
    await submitButton(page).click();
    await expect(page.getByText('We haven’t confirmed your request yet.')).toBeVisible();
    await fill(page, { 'Project Description': 'Make it a much longer wall.' });
    await expect(page.getByText('You’ve changed the text since')).toBeVisible();
    await stopAnswering(page);
    await pressUnlessSent(page, submitButton(page));
    await expect(choice(page)).toContainText('We kept the earlier version');
    expect(await leadsOf(text.Email)).toMatchObject([
      { project_description: text['Project Description'] },
    ]);
  });

  test('somebody may stop trying, and keeps the text', async ({ page }) => {
    const text = quote({ City: cast.city });
    await page.route('**/rpc/submit_lead', (route) => route.abort());
    await openForm(page);
    await fill(page, text);
    await submitButton(page).click();
    await page.getByRole('button', { name: 'Stop trying' }).click();
    await expect(page.getByText('We haven’t confirmed your request yet.')).toBeHidden();
    await stopAnswering(page);
    await page.reload();
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(text.Name);
    await expect(page.getByText('We haven’t confirmed your request yet.')).toBeHidden();
    expect(await leadsOf(text.Email)).toEqual([]);
  });

  test('the choice survives a reload and a failure to send it', async ({ page }) => {
    const text = quote({ City: cast.city });
    await openForm(page);
    await fill(page, text);
    await submitButton(page).click();
    await expect(choice(page)).toBeVisible();
    await page.reload();
    const chosen = choice(page).getByRole('checkbox').first();
    await chosen.check();
    await page.route('**/rpc/select_lead_artists', (route) => route.abort());
    await sendToArtists(page).click();
    await expect(toast(page, 'Failed to send project to artists')).toBeVisible();
    await page.unroute('**/rpc/select_lead_artists');
    await expect(chosen).toBeChecked();
    await sendToArtists(page).click();
    await expect(page).toHaveURL(/\/thank-you$/);
    expect((await leadsOf(text.Email))[0]?.artists).toHaveLength(1);
  });
});

test.describe('what the server refuses', () => {
  test('says so, is shown beside its field, or waits', async ({ page }) => {
    let [status, json] = [0, { code: 'XX', message: 'no', details: null as string | null }];
    await page.route('**/rpc/submit_lead', (route) => route.fulfill({ status, json }));
    await openForm(page);
    await fill(page, quote());
    // Without a sentence of ours.
    const failed = toast(page, 'Failed to submit quote request');
    for (status of [403, 409, 422]) {
      await submitButton(page).click();
      await expect(failed).toBeVisible();
      await expect(page.getByText('We haven’t confirmed your request yet.')).toBeHidden();
      await page.getByRole('button', { name: 'Close toast' }).first().click();
      await expect(failed).toBeHidden();
    }
    status = 400;
    json = { code: 'email_invalid', message: 'Invalid email address', details: 'email' };
    await submitButton(page).click();
    await expect(toast(page, 'Invalid email address')).toBeVisible();
    await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
    await expect(page.getByText('We haven’t confirmed your request yet.')).toBeHidden();
    status = 429;
    const sentence = 'Too many requests. Please try again later.';
    json = { code: 'rate_limited', message: sentence, details: null };
    await submitButton(page).click();
    await expect(toast(page, sentence)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  });
});

test('the whole way by keyboard', async ({ page }) => {
  const text = quote({ City: cast.city });
  await openForm(page);
  const key = (name: string) => page.keyboard.press(name);
  const tabTo = async (goal: Locator) => {
    const there = () => goal.evaluate((element) => element === document.activeElement);
    for (let i = 0; i < 20 && !(await there()); i++) await key('Tab');
    await expect(goal).toBeFocused();
  };
  await page.getByLabel('City', { exact: true }).focus();
  await page.keyboard.type(text.City);
  await tabTo(group(page, 'Surface Type').getByRole('radio').first());
  await key('ArrowRight');
  await expect(option(page, 'Surface Type', 'stucco')).toBeChecked();
  await tabTo(group(page, 'Style Preference').getByRole('radio').first());
  for (let i = 0; i < 3; i++) await key('ArrowRight');
  await expect(option(page, 'Style Preference', 'nature')).toBeChecked();
  await page.getByLabel('Project Description', { exact: true }).focus();
  await page.keyboard.type(text['Project Description']);
  await tabTo(group(page, 'Budget Range').getByRole('radio').first());
  await key('Space');
  await tabTo(page.getByLabel('Name', { exact: true }));
  await page.keyboard.type(text.Name);
  await key('Tab');
  await page.keyboard.type(text.Email);
  await tabTo(submitButton(page));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Artists who fit your project' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  const send = sendToArtists(page);
  for (let i = 0; i < 16 && !(await send.evaluate((e) => e === document.activeElement)); i++) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/thank-you$/);
  expect((await leadsOf(text.Email))[0]?.artists).toHaveLength(1);
});
