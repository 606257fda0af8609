import { acceptedJob } from '../fixtures/accepted-job.ts';
import {
  elsewhere,
  expectAccessible,
  fillSignIn,
  PASSWORD,
  PHONE,
  profileOf,
  rpc,
  sendLead,
  toast,
} from '../fixtures/account-support.ts';
import { asService, call, type Person, person, signIn } from '../fixtures/admin-support.ts';
import { published } from '../fixtures/artists.ts';
import { fill, openForm, quote, sendToArtists, submitButton } from '../fixtures/quote.ts';
import { expectAfterRetries, holdRetries } from '../fixtures/retries.ts';
import { expect, test } from '../fixtures/test.ts';

let client: Person;
test.beforeEach(async ({ page }) => {
  client = await person('client');
  await signIn(page, client);
});

test('a client sends a quote request and follows it', { tag: '@core' }, async ({ page }) => {
  const artist = await person('artist');
  const profile = await profileOf(artist, { name: 'Paloma Ruiz', city: 'Kerrville', state: 'TX' });
  const project = 'The back of our bakery on Water Street, sunrise colours, bread and bluebonnets';

  await openForm(page, `?artist=${profile.id}`);
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(client.email);
  await page.getByLabel('Name').fill('Test client');
  await page.getByLabel('City', { exact: true }).fill('Kerrville');
  await page.getByLabel('Project Description').fill(project);
  await fill(page, {
    'Surface Type': 'brick',
    'Style Preference': 'nature',
    'Budget Range': '1k-5k',
  });
  await page.getByRole('button', { name: 'Submit Quote Request' }).click();
  await sendToArtists(page).click();
  await expect(page).toHaveURL(/\/thank-you$/);

  await page.goto('/dashboard/client');
  const row = page.getByRole('row').filter({ hasText: 'The back of our bakery' });
  await expect(row.getByRole('link')).toHaveText(`${project.slice(0, 50)}...`);
  await expect(row).toContainText('Paloma Ruiz');
  await expect(row).toContainText('New');
  await row.getByRole('link').click();
  await expect(page.getByText(project)).toBeVisible();
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Paloma Ruiz', exact: true }),
  ).toHaveAttribute('href', `/artist/${profile.slug}`);
  await page.getByRole('link', { name: 'Back to My Quotes' }).click();

  const [{ id } = { id: '' }] = await asService<{ id: string }[]>(
    `/rest/v1/lead_records?created_by_user=eq.${client.id}`,
  );
  const moved = { p_lead: id, p_status: 'in_review' };
  await call('/rest/v1/rpc/set_lead_status', 'POST', moved, artist.token);
  await page.reload();
  await expect(row).toContainText('In Review');
});

test('a request in My Quotes has the photo of its wall, and says whose turn it is', async ({
  page,
}) => {
  const { artist, lead } = await acceptedJob(client);
  await page.goto('/dashboard/client/quotes');
  const row = page.getByRole('row').filter({ hasText: 'A wall of cranes' });
  const wall = row.locator('img');
  await expect
    .poll(() => wall.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(1);
  await expect(row).toContainText(`Agreement · ${artist.profile.name}’s turn`);
  await rpc('skip_agreement', { p_lead: lead, p_artist: artist.profile.id }, artist);
  await page.reload();
  await expect(row).toContainText('Painting');
});

test('requests that do not load can be tried again; they are listed newest first', async ({
  page,
}) => {
  await page.route('**/rest/v1/leads*', (route) => route.abort());
  await holdRetries(page);
  await page.goto('/dashboard/client');
  await expectAfterRetries(page, page.getByText('Your quotes didn’t load'));
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByLabel('Notifications').getByRole('listitem')).toHaveCount(0);
  await page.unroute('**/rest/v1/leads*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('No quote requests yet')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Get a Quote' })).toHaveAttribute('href', '/quote');
  for (const text of ['The first of my walls', 'The second of my walls'])
    await sendLead(client, 'Test client', text, []);
  await page.reload();
  await expect(page.getByRole('table').getByRole('link')).toHaveText([/second/, /first/]);
  await expect(page.getByRole('row').filter({ hasText: 'second' })).toContainText(
    'Not sent to an artist yet',
  );
});

test('a consultation is the quote form with “Call me first” ticked', async ({ page }) => {
  const artist = await person('artist');
  const profile = await profileOf(artist, { name: 'Esteban Flores' });
  const path = `/artist/${profile.slug}`;
  await published(path);
  await page.goto(path);
  await page.getByRole('link', { name: 'Book Consultation' }).click();
  await expect(page).toHaveURL(`/quote?artist=${profile.id}&call=1`);
  await expect(page.getByRole('checkbox', { name: 'Call me first' })).toBeChecked();
  await expect(page.getByText('Add your phone number.')).toBeVisible();
  await fill(page, quote({ Email: client.email }));
  await submitButton(page).click();
  await sendToArtists(page).click();
  await expect(page).toHaveURL(/\/thank-you$/);
  const leads = await call(
    `/rest/v1/leads?assigned_artist=cs.{${profile.id}}`,
    'GET',
    undefined,
    artist.token,
  );
  expect(leads.body).toMatchObject([{ kind: 'consultation', name: '***', status: 'new' }]);
});

test('a visitor is asked to make an account before booking', async ({ browser }) => {
  const profile = await profileOf(await person('artist'), { name: 'Amparo Díaz' });
  const path = `/artist/${profile.slug}`;
  await published(path);
  const page = await elsewhere(browser, path);
  await expect(page.getByRole('link', { name: 'Book Consultation' })).toBeHidden();
  await page.getByRole('link', { name: 'Create a free account' }).click();
  await expect(page).toHaveURL(/\/auth\?mode=register&redirect=/);
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  await page.getByRole('button', { name: 'Already have an account? Sign in' }).click();
  await fillSignIn(page, client.email);
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expect(page.getByRole('link', { name: 'Book Consultation' })).toBeVisible();
});

test('a visitor asks an artist without an account, on a phone from the foot of the screen', async ({
  browser,
}) => {
  const profile = await profileOf(await person('artist'), { name: 'Amparo Díaz' });
  const path = `/artist/${profile.slug}`;
  await published(path);
  const page = await elsewhere(browser, path, null, PHONE);
  const ask = page.getByRole('link', { name: 'Request a Free Quote' });
  const footer = page.getByRole('contentinfo');
  for (const place of [page.getByRole('heading', { level: 1 }), footer]) {
    await place.scrollIntoViewIfNeeded();
    await expect(ask).toBeInViewport({ ratio: 1 });
  }
  // At its end the page comes to lie above the bar.
  await page.keyboard.press('End');
  const top = async () => (await ask.boundingBox())?.y ?? 0;
  await expect
    .poll(async () => {
      const box = await footer.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0) <= (await top());
    })
    .toBe(true);
  await expectAccessible(page);
  await ask.click();
  await expect(page).toHaveURL(`/quote?artist=${profile.id}`);
  await expect(page.getByText('Your request is for')).toContainText('Amparo Díaz');
});

test('somebody signed in need not say again who they are, and takes it along when they leave', async ({
  page,
}) => {
  await page.goto('/quote');
  const name = page.getByLabel('Name', { exact: true });
  const email = page.getByLabel('Email', { exact: true });
  await expect(name).toHaveValue('Test client');
  await expect(email).toHaveValue(client.email);
  // Shown, not kept: there is nothing yet that anybody has typed.
  expect(await page.evaluate(() => localStorage.getItem('quote.draft'))).toBeNull();

  await name.fill('The neighbours');
  await page.reload();
  await expect(name).toHaveValue('The neighbours');
  await expect(email).toHaveValue(client.email);

  const forget = () => [localStorage, sessionStorage].map((kept) => kept.removeItem('quote.draft'));
  await page.evaluate(forget);
  await page.reload();
  await expect(name).toHaveValue('Test client');
  // A session that ends in another tab takes everything of theirs from the screen.
  const city = page.getByLabel('City', { exact: true });
  await city.fill('Boerne');
  const other = await page.context().newPage();
  await other.goto('/service-areas');
  await other.evaluate(() => localStorage.removeItem('mural-auth'));
  await expect(email).toHaveValue('');
  await expect(name).toHaveValue('');
  await expect(city).toHaveValue('');
});

test('a client changes the name and the password, and leaves for good', async ({ page }) => {
  await page.goto('/dashboard/client/profile');
  await expect(page.getByText('coming soon')).toBeVisible();
  await page.getByLabel('Display name').fill('Marta Ríos');
  await page.getByRole('button', { name: 'Save Name' }).click();
  await expect(toast(page, 'Your name is saved')).toBeVisible();
  await expect(page.getByRole('complementary')).toContainText('Marta Ríos');

  await page.getByLabel('New password').fill('12345');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(toast(page, 'Required')).toBeVisible();
  await expect(page.getByLabel('Current password')).toBeFocused();
  await expect(page.getByLabel('Current password')).toHaveAccessibleDescription('Required');
  await page.getByLabel('Current password').fill('not-it-at-all');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(toast(page, 'Password must be at least 6 characters')).toBeVisible();
  await page.getByLabel('New password').fill('a-new-wall-2026');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(toast(page, 'Invalid login credentials')).toBeVisible();
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(toast(page, 'Your new password is saved')).toBeVisible();

  await page.getByRole('button', { name: 'Delete Account' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Delete for Good' })).toBeDisabled();
  await dialog.getByLabel('Type DELETE to confirm').fill('delete');
  await dialog.getByRole('button', { name: 'Delete for Good' }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
  await expect(toast(page, 'Your account and your data are deleted')).toBeVisible();
  const credentials = { email: client.email, password: 'a-new-wall-2026' };
  const again = await call('/auth/v1/token?grant_type=password', 'POST', credentials, null);
  expect(again.status).toBe(400);
});
