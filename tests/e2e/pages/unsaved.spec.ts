import {
  expectAccessible,
  newEmail,
  profileOf,
  sendLead,
  toast,
} from '../fixtures/account-support.ts';
import { asService, type Person, person, readArtist, signIn } from '../fixtures/admin-support.ts';
import { fill } from '../fixtures/quote.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

/** Nothing that was typed is lost: not while a save is under way, and not between two tabs. */

const unique = (name: string) => `${name} ${Math.random().toString(36).slice(2, 8)}`;

/** Holds the page's writes to these addresses until `go` is called. */
async function slow(page: Page, url: string | RegExp) {
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  let asked = 0;
  await page.route(url, async (route) => {
    if (route.request().method() === 'GET') return route.continue();
    asked++;
    await held;
    await route.continue();
  });
  return { go, begun: () => expect.poll(() => asked).toBeGreaterThan(0) };
}

/** A second tab of the same browser, which has loaded what it shows. */
async function tab(page: Page, path: string): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto(path);
  await expect(
    other.getByRole('main').locator('button, [role="rowheader"] a').first(),
  ).toBeVisible();
  return other;
}

const together = (page: Page) => page.getByRole('dialog', { name: 'Changed on another device' });
const profile = async (id: string) =>
  (await readArtist(id)) as unknown as Record<string, string | string[] | null>;

test.describe('the profile of an artist', () => {
  const PATH = '/dashboard/artist/profile';
  let me: Person;
  let id: string;
  test.beforeEach(async ({ page }) => {
    me = await person('artist');
    id = (await profileOf(me, { bio: 'As it was' })).id;
    await signIn(page, me);
    await page.goto(PATH);
    await expect(page.getByLabel('Bio')).toHaveValue('As it was');
  });
  const save = (page: Page) => page.getByRole('button', { name: 'Save Profile' }).click();
  const saved = (page: Page) => expect(toast(page, 'Profile updated successfully')).toBeVisible();

  test('two tabs that change the same field: the later sees both and chooses', async ({ page }) => {
    const other = await tab(page, PATH);
    await page.getByLabel('Bio').fill('From the first tab');
    await save(page);
    await saved(page);
    await other.getByLabel('Bio').fill('From the second tab');
    await other.getByLabel('City').fill('Seguin');
    await save(other);
    const question = together(other);
    await expect(question.getByText('From the first tab')).toBeVisible();
    await expect(question.getByText('From the second tab')).toBeVisible();
    await expectAccessible(other);
    expect(await profile(id)).toMatchObject({ bio: 'From the first tab', city: null });

    // Not deciding yet loses nothing either.
    await other.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(other.getByLabel('Bio')).toHaveValue('From the second tab');
    await expect(other.getByText('You have unsaved changes.')).toBeVisible();
    expect((await profile(id)).bio).toBe('From the first tab');

    await save(other);
    await question.getByRole('radio', { name: /Saved elsewhere/ }).check();
    await question.getByRole('button', { name: 'Save my choice' }).click();
    await saved(other);
    await expect(other.getByLabel('Bio')).toHaveValue('From the first tab');
    expect(await profile(id)).toMatchObject({ bio: 'From the first tab', city: 'Seguin' });

    await page.getByLabel('City').fill('Austin');
    await save(page);
    await together(page).getByRole('radio', { name: /Yours/ }).check();
    await together(page).getByRole('button', { name: 'Save my choice' }).click();
    await expect(page.getByText('You have unsaved changes.')).toHaveCount(0);
    await expect.poll(() => profile(id)).toMatchObject({ city: 'Austin' });
  });
});

test('a lead that another tab has moved on is not moved back without a word', async ({ page }) => {
  const me = await person('artist');
  const mine = await profileOf(me);
  const leadId = await sendLead(null, 'Carmen', 'A wall whose status two tabs change', [mine]);
  const status = async () =>
    (await asService<{ status: string }[]>(`/rest/v1/lead_assignments?lead_id=eq.${leadId}`))[0]
      ?.status;
  await signIn(page, me);
  await page.goto('/dashboard/artist/leads');
  const select = (on: Page) => on.getByLabel(/^Status of/);
  await expect(select(page)).toHaveValue('new');
  const other = await tab(page, '/dashboard/artist/leads');
  await select(other).selectOption('Completed');
  await expect(toast(other, 'Lead status updated')).toBeVisible();

  await select(page).selectOption('In Review');
  const question = together(page);
  await expect(question.getByText('Completed')).toBeVisible();
  await expect(question.getByText('In Review')).toBeVisible();
  await expectAccessible(page);
  expect(await status()).toBe('completed');
  await question.getByRole('radio', { name: /Saved elsewhere/ }).check();
  await question.getByRole('button', { name: 'Save my choice' }).click();
  await expect(question).toHaveCount(0);
  await expect(select(page)).toHaveValue('completed');

  await select(other).selectOption('New');
  await expect.poll(status).toBe('new');
  await select(page).selectOption('In Review');
  await question.getByRole('radio', { name: /Yours/ }).check();
  // So soon, and where the last dialog was pressed, it is taken for the second press of a double click.
  await expect(async () => {
    await question.getByRole('button', { name: 'Save my choice' }).click({ timeout: 1000 });
    await expect(question).toHaveCount(0, { timeout: 1000 });
  }).toPass();
  await expect(toast(page, 'Lead status updated')).toBeVisible();
  expect(await status()).toBe('in_review');
});

test.describe('what admins edit', () => {
  let admin: Person;
  test.beforeEach(async ({ page }) => {
    admin = await person('admin');
    await signIn(page, admin);
  });
  interface CityRow {
    id: string;
    city_name: string;
    description: string | null;
    featured: boolean;
  }
  const newCity = async () => {
    const city_name = unique('Twintown').replace(/\d/g, 'x');
    const [row] = await asService<CityRow[]>('/rest/v1/cities', 'POST', { city_name, state: 'TX' });
    return row as CityRow;
  };
  const open = async (page: Page, { city_name }: CityRow) => {
    await page.goto(`/dashboard/admin/cities?q=${city_name}`);
    await page.getByRole('button', { name: `Edit ${city_name}` }).click();
    return page.getByRole('dialog', { name: `Edit ${city_name}` });
  };

  test('a city: a dialog closed by mistake keeps its text, Cancel does not', async ({ page }) => {
    const city = await newCity();
    const form = await open(page, city);
    await form.getByLabel('Description').fill('Half a sentence');
    await page.keyboard.press('Escape');
    await expect(form).toHaveCount(0);
    await page.getByRole('button', { name: `Edit ${city.city_name}` }).click();
    await expect(form.getByLabel('Description')).toHaveValue('Half a sentence');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: `Edit ${city.city_name}` }).click();
    await expect(form.getByLabel('Description')).toHaveValue('');
  });
});

test.describe('a quote request', () => {
  const description = (page: Page) => page.getByLabel('Project Description');

  test('what is typed while a request is being sent is kept', async ({ page }) => {
    await page.goto('/quote');
    await page.getByLabel('Name').fill('Rosa');
    await page.getByLabel('Email').fill(newEmail('rosa'));
    await description(page).fill('A wall for the school yard');
    await fill(page, {
      City: 'Nowhere At All',
      'Surface Type': 'other',
      'Style Preference': 'other',
      'Budget Range': '1k-5k',
    });
    const line = await slow(page, '**/rest/v1/rpc/submit_lead');
    await page.getByRole('button', { name: 'Submit Quote Request' }).click();
    await line.begun();
    await description(page).fill('A wall for the school yard, and its gate');
    line.go();
    await expect(page.getByText(/We kept the earlier|Thank/).first()).toBeVisible();
    await page.goto('/quote');
    await expect(description(page)).toHaveValue('A wall for the school yard, and its gate');
  });
});
