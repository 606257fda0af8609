import { randomBytes, randomUUID } from 'node:crypto';
import {
  elsewhere,
  expectAccessible,
  rpc,
  sendRequest,
  toast,
} from '../fixtures/account-support.ts';
import { asService, person, signIn } from '../fixtures/admin-support.ts';
import { PUBLISHED } from '../fixtures/artists.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

const CERTIFICATE = 'A certificate before work on historic buildings';
const SIGNS = 'Logos and business names are signs';
const OWNER = 'The owner has to agree';

const letters = () => randomBytes(6).toString('hex').replaceAll(/\d/g, 'x');
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
const checklist = (page: Page) => page.getByRole('region', { name: 'Permits and rules' });

const made: string[] = [];
test.afterEach(async () => {
  for (const slug of made.splice(0)) {
    await asService(`/rest/v1/city_rules?city_slug=eq.${slug}`, 'DELETE');
    await asService(`/rest/v1/cities?slug=eq.${slug}`, 'DELETE');
  }
});

/** A city of this story, with a rule for outside walls that was looked up on that day. */
async function ruledCity(checkedOn: string) {
  const name = `Ruleton ${letters()}`;
  const [city] = await asService<{ slug: string }[]>('/rest/v1/cities', 'POST', {
    city_name: name,
    state: 'TX',
  });
  if (!city) throw new Error('no city was made');
  made.push(city.slug);
  const title = `Ask the council of ${name}`;
  await asService('/rest/v1/city_rules', 'POST', {
    ...{ city_slug: city.slug, title, body: 'Before you paint.', applies: ['outside'] },
    ...{ source_name: 'The council', source_url: 'https://example.com/rules' },
    checked_on: checkedOn,
  });
  return { name, slug: city.slug, title };
}

/** A request for an outside wall there, with what is said about its site. */
async function wallIn(city: string, facts: object, artists: Parameters<typeof sendRequest>[3]) {
  const request = await sendRequest(null, 'Guest', 'A wall beside our shop.', artists);
  await asService(`/rest/v1/lead_records?id=eq.${request.id}`, 'PATCH', { city });
  await asService('/rest/v1/request_details', 'POST', { lead_id: request.id, place: 'outside' });
  await rpc('set_site_facts', { p_token: request.token, p_facts: facts }, null);
  return request;
}

test('a visitor reads what San Antonio asks for, on any screen and without scripts', async ({
  page,
  browser,
}) => {
  await page.goto('/mural-artists/san-antonio-tx');
  await page.getByRole('link', { name: 'Permits in San Antonio' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Mural Permits in San Antonio' }),
  ).toBeVisible();
  const main = page.getByRole('main');
  for (const title of [CERTIFICATE, SIGNS, OWNER])
    await expect(main.getByRole('heading', { level: 2, name: title })).toBeVisible();
  await expect(main.getByText('stop-work order and a $500 fee')).toBeVisible();
  await expect(main.getByText('Not legal advice.')).toHaveCount(1);
  await expect(main.getByText(/^Checked \w+ 20\d\d$/).first()).toBeVisible();
  await expectAccessible(page);
  for (const width of [320, 390, 768]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await overflow(page)).toBe(0);
  }
  await main.getByRole('link', { name: 'Get a Free Quote' }).click();
  await expect(page.getByLabel('City', { exact: true })).toHaveValue('San Antonio');
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const still = await plain.newPage();
  await still.goto('/guides/permits/san-antonio-tx');
  await expect(
    still.getByRole('link', { name: 'City of San Antonio, Development Services' }),
  ).toHaveAttribute('href', /^https:\/\/sa\.gov\//);
  await plain.close();
});

test('an admin changes a rule, which is on its page and in open lists at once', async ({
  page,
  browser,
}) => {
  const city = await ruledCity('2026-01-05');
  const wall = await wallIn(city.name, { power: true }, []);
  const guest = await elsewhere(browser, `/request#${wall.token}`);
  await expect(checklist(guest)).toContainText(city.title);

  await signIn(page, await person('admin'));
  await page.goto(`/dashboard/admin/cities?q=${encodeURIComponent(city.name)}`);
  await page.getByRole('button', { name: `Rules in ${city.name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Rules in ${city.name}` });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: `Edit: ${city.title}` }).click();
  let form = page.getByRole('dialog', { name: 'Edit rule' });
  const words = `Call the council first ${randomUUID()}.`;
  await form.getByLabel('What it means').fill(words);
  await form.getByLabel('Address of the source').fill('http://example.com');
  await form.getByRole('button', { name: 'Save Rule' }).click();
  await expect(form.getByLabel('Address of the source')).toHaveAttribute('aria-invalid', 'true');
  await form.getByLabel('Address of the source').fill('https://example.com/rules');
  await form.getByRole('button', { name: 'Save Rule' }).click();
  await expect(toast(page, 'Rule updated')).toBeVisible();
  await expect(checklist(guest)).toContainText(words);
  const guide = `/guides/permits/${city.slug}`;
  await expect
    .poll(async () => (await guest.request.get(guide)).text(), PUBLISHED)
    .toContain(words);

  await dialog.getByRole('button', { name: 'Add Rule' }).click();
  form = page.getByRole('dialog', { name: 'Add rule' });
  await form.getByLabel('Title').fill('Keep the sidewalk free');
  await form.getByLabel('What it means').fill('A lift there needs a permit.');
  await form.getByLabel('Outside wall').check();
  await form.getByLabel('Source', { exact: true }).fill('The council');
  await form.getByLabel('Address of the source').fill('https://example.com/lifts');
  await form.getByRole('button', { name: 'Add Rule' }).click();
  await expect(toast(page, 'Rule added')).toBeVisible();
  await expect(checklist(guest)).toContainText('Keep the sidewalk free');
  await dialog.getByRole('button', { name: 'Delete: Keep the sidewalk free' }).click();
  await page.getByRole('button', { name: 'Delete Rule', exact: true }).click();
  await expect(toast(page, 'Rule deleted')).toBeVisible();
  await expect(checklist(guest)).not.toContainText('Keep the sidewalk free');
});

test('a rule that nobody looked up for a year needs an admin, who looks it up', async ({
  page,
}) => {
  const city = await ruledCity('2020-01-05');
  await signIn(page, await person('admin'));
  await page.goto('/dashboard/admin');
  await page.getByRole('button', { name: `Mark as checked: ${city.title}` }).click();
  await expect(toast(page, 'Checked today')).toBeVisible();
  await expect(page.getByRole('button', { name: `Mark as checked: ${city.title}` })).toHaveCount(0);
});
