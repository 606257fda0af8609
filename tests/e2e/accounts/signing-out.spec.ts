import { expectAccessible, fillSignIn, toast } from '../fixtures/account-support.ts';
import { artist, call, type Person, person, signIn } from '../fixtures/admin-support.ts';
import { fill, openForm, submitButton } from '../fixtures/quote.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

/** What a browser keeps once somebody has signed out: the settings of the device, and nothing of them. */
const DEVICE = ['mural-theme', 'test-signed-in'];
const keptBy = (page: Page) =>
  page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
async function expectForgotten(page: Page) {
  await expect
    .poll(async () => (await keptBy(page)).filter((key) => !DEVICE.includes(key)))
    .toEqual([]);
}

/** A person who has typed half a request, saved an artist and read about one. */
async function leaveTraces(page: Page, who: Person) {
  await signIn(page, who);
  // An artist of the list that all stories share may be gone when it is asked for.
  const { slug, name } = await artist(`Kept ${who.id}`, { city: `Keepton ${who.id.slice(0, 8)}` });
  const city = `/mural-artists/keepton-${who.id.slice(0, 8)}-tx`;
  await expect
    .poll(async () => (await page.request.get(city)).text(), { timeout: 60_000 })
    .toContain(slug);
  await page.goto(city);
  await page.getByRole('button', { name: `Save ${name}` }).click();
  // The first press brings its script: a page that is left at once has saved nothing.
  await expect.poll(() => keptBy(page)).toContain('mural-shortlist');
  await page.getByRole('link', { name }).first().click();
  // Both pages have such a button: a press between them is heard by neither.
  await expect(page).toHaveURL(`/artist/${slug}`);
  await page.getByRole('contentinfo').getByRole('button', { name: 'Theme' }).click();
  await expect.poll(() => keptBy(page)).toContain('mural-theme');
  await openForm(page);
  await fill(page, { Name: 'Rosa Delgado' });
  await page.getByLabel('Phone', { exact: true }).fill('210 555 0100');
  await page.getByLabel('Project Description').fill('A wall for the yard');
  await expect(page.getByText('19 / ')).toBeVisible();
}
/** Somebody who has typed half a request beside a shortlist that they had: less to do, and as much to forget. */
async function leaveSomeTraces(page: Page, who: Person) {
  await signIn(page, who);
  await openForm(page);
  await page.getByLabel('Project Description').fill('A wall for the yard');
  await expect(page.getByText('19 / ')).toBeVisible();
  // From then on the browser knows whose all of this is, as it does after every sign-in.
  await expect.poll(() => keptBy(page)).toContain('mural-owner');
  await page.evaluate(() => {
    const artists = JSON.stringify([{ slug: 'x', name: 'Marisol Vega', place: '', image: null }]);
    for (const key of ['mural-shortlist', 'mural-recent']) localStorage.setItem(key, artists);
  });
}
const question = (page: Page) => page.getByRole('dialog', { name: 'Log out and erase?' });
const logOutOf = async (page: Page) => {
  await page.getByRole('button', { name: 'My Account' }).first().click();
  await page.getByRole('button', { name: 'Log out' }).first().click();
};

let client: Person;
test.beforeEach(async () => {
  client = await person('client');
});

test('logging out of a public page says what it erases, and the next person finds nothing', {
  tag: '@core',
}, async ({ page, context }) => {
  await leaveTraces(page, client);
  const other = await context.newPage();
  await openForm(other);
  await expect(other.getByLabel('Name', { exact: true })).toHaveValue('Rosa Delgado');

  await logOutOf(page);
  await expect(question(page)).toContainText('what you typed into the quote form');
  await expect(question(page)).toContainText('your shortlist of 1 artist');
  await expectAccessible(page);
  await question(page).getByRole('button', { name: 'Stay' }).click();
  await expect(question(page)).toBeHidden();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Rosa Delgado');
  expect(await keptBy(page)).toEqual(expect.arrayContaining(['mural-auth', 'quote.draft']));

  await logOutOf(page);
  await question(page).getByRole('button', { name: 'Log Out and Erase' }).click();
  await expect(toast(page, 'Logged out successfully')).toBeVisible();
  await expectForgotten(page);
  expect(await page.evaluate(() => localStorage.getItem('mural-theme'))).toBe('light');

  // The other tab has dropped it too, and writes nothing of it back.
  await expect(other.getByLabel('Name', { exact: true })).toHaveValue('');
  await expectForgotten(other);
  // As a page does that comes out of the back-forward cache.
  await other.evaluate(() => {
    Object.assign(globalThis, { isOld: true });
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await expect
    .poll(() => other.evaluate(() => 'isOld' in globalThis).catch(() => true))
    .toBe(false);
  await page.goBack();
  await expect(page).toHaveURL(/\/quote$/);
  await expect(submitButton(page)).toBeVisible();
  await page.getByLabel('City', { exact: true }).focus();
  for (const label of ['Name', 'Phone', 'Project Description'])
    await expect(page.getByLabel(label, { exact: true })).toHaveValue('');
  await page.goto('/shortlist');
  await page.mouse.move(200, 300);
  await expect(page.getByText('Marisol')).toHaveCount(0);
});

test('logging out everywhere and deleting the account erase as well', async ({ page }) => {
  await leaveSomeTraces(page, client);
  await page.goto('/dashboard/client/profile');
  await page.getByRole('button', { name: 'Log Out Everywhere' }).click();
  await question(page).getByRole('button', { name: 'Log Out and Erase' }).click();
  await expect(toast(page, 'Logged out successfully')).toBeVisible();
  await expectForgotten(page);
  // The sessions of other browsers have ended with it.
  const { refresh_token } = client.session as { refresh_token: string };
  const refresh = '/auth/v1/token?grant_type=refresh_token';
  const refreshed = await call(refresh, 'POST', { refresh_token }, null);
  expect(refreshed.status).toBeGreaterThanOrEqual(400);

  await page.goto('/auth?redirect=/quote');
  await fillSignIn(page, client.email);
  await expect(page).toHaveURL(/\/quote$/);
  await page.getByLabel('Project Description').fill('A wall for the yard');
  await expect(page.getByText('19 / ')).toBeVisible();
  await page.goto('/dashboard/client/profile');
  await page.getByRole('button', { name: 'Delete Account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog).toContainText('what you typed into the quote form');
  await dialog.getByLabel('Type DELETE to confirm').fill('delete');
  await dialog.getByRole('button', { name: 'Delete for Good' }).click();
  await expect(toast(page, 'Your account and your data are deleted')).toBeVisible();
  await expectForgotten(page);
});

test('a device without a connection forgets all the same', async ({ page, context }) => {
  await leaveSomeTraces(page, client);
  await page.goto('/artists');
  await expect(page.getByRole('button', { name: 'My Account' }).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  page.on('dialog', (dialog) => dialog.accept());
  await logOutOf(page);
  const ask = question(page).getByRole('button', { name: 'Log Out and Erase' });
  // It comes where its code was there before, however late; else the browser asks.
  await expect
    .poll(async () => {
      if (await ask.isVisible()) await ask.click({ timeout: 2000 }).catch(() => {});
      return page.evaluate(() => localStorage.getItem('mural-auth')).catch(() => 'away');
    })
    .not.toMatch(/access_token/);
  await context.setOffline(false);
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
  await expectForgotten(page);
});

for (const role of ['admin', 'artist', 'client'] as const) {
  test(`a walk of the ${role} leaves nothing in the browser that nobody has decided about`, async ({
    page,
  }) => {
    const someone = await person(role);
    await signIn(page, someone);
    const seen = new Set<string>();
    // Other public pages do not ask who somebody is.
    const more = role === 'client' ? ['/artists', '/quote', '/shortlist'] : [];
    for (const path of ['/', ...more, `/dashboard/${role}`]) {
      await page.goto(path);
      await page.mouse.move(300, 300);
      await page.waitForLoadState('networkidle');
      for (const key of await keptBy(page)) seen.add(key);
    }
    const decided =
      /^(mural-(auth.*|role|owner|shortlist|recent|theme)|quote\..*|flash-toast|test-signed-in)$/;
    expect([...seen].filter((key) => !decided.test(key))).toEqual([]);
    expect((await page.context().cookies()).map(({ name }) => name)).toEqual([]);
    const databases = await page.evaluate(async () => (await indexedDB.databases()).length);
    expect(databases).toBe(0);
    // Whoever has nothing to lose is not asked.
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(toast(page, 'Logged out successfully')).toBeVisible();
    await expectForgotten(page);
  });
}
