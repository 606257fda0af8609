import { codeIn, hrefOf as linkOf } from '../../support/mail-links.ts';
import {
  elsewhere,
  expectAccessible,
  fillSignIn,
  mailsTo,
  mailTo,
  newEmail,
  PASSWORD,
  toast,
} from '../fixtures/account-support.ts';
import { asService, call, person, signIn } from '../fixtures/admin-support.ts';
import { expect, type Locator, type Page, test } from '../fixtures/test.ts';

const HOME = /:\d+\/$/;
const ABOUT_TO_CHANGE = 'Your email address is about to change';

/** Opens the address of a mail as a scanner does: every method that reads, and a browser that presses nothing. */
async function scan(page: Page, link: string): Promise<void> {
  const { origin, hash } = new URL(link);
  const params = new URLSearchParams(hash.slice(1));
  const token = params.get('token_hash') ?? '';
  const query = new URLSearchParams({ token, type: params.get('type') ?? '' });
  for (const url of [link, `${origin}/auth/v1/verify?${query}`]) {
    await page.request.get(url);
    await page.request.head(url);
    await page.goto(url);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL(/\/auth#token_hash=/);
  }
}

/** Presses Tab until the control has the focus; fails when it never gets it. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  const focused = () => control.evaluate((element) => element === document.activeElement);
  for (let i = 0; i < 40 && !(await focused()); i++) await page.keyboard.press('Tab');
  await expect(control).toBeFocused();
}

test('an artist whose sign-in does not get through signs up through /join and signs in', {
  tag: '@core',
}, async ({ page }) => {
  const email = newEmail('joining');
  await page.goto('/join');
  await page
    .locator('main')
    .getByRole('link', { name: /join|account|artist/i })
    .first()
    .click();
  await expect(page).toHaveURL(/\/auth\?mode=register&role=artist$/);
  await expect(page.getByRole('radio', { name: /I paint murals/ })).toBeChecked();

  await page.getByLabel('Name').fill('Rosa Calderón');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  // The account is made; signing in with it finds no network.
  await page.route('**/auth/v1/token*', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expect(toast(page, 'Account created! You can now log in.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  expect(await page.evaluate(() => localStorage.getItem('mural-auth'))).toBeNull();

  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/dashboard\/artist\/setup\?step=1$/);
  await expect(toast(page, 'Logged in successfully!')).toBeVisible();
  await page.getByRole('link', { name: 'Finish Later' }).click();
  await expect(page).toHaveURL(/\/dashboard\/artist$/);
  await expect(page.getByText('Rosa Calderón').first()).toBeVisible();
  await expect(page.getByText('Private', { exact: true })).toBeVisible();
});

test('signing up asks to be confirmed at the origin, which passes the answer on', async ({
  page,
}) => {
  await page.goto('/auth?mode=register');
  const email = newEmail('confirming');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  const asked = page.waitForRequest('**/auth/v1/signup*');
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  const url = new URL((await asked).url());
  expect(url.searchParams.get('redirect_to')).toBe(new URL(page.url()).origin);
  // A client is signed in and goes home.
  await expect(page).toHaveURL(HOME);
  await expect(toast(page, 'Account created! You can now log in.')).toBeVisible();
  await expect(toast(page, `Welcome, ${email.split('@')[0]}!`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'My Account' }).first()).toBeVisible();
  await page.evaluate(() => localStorage.clear());

  await page.goto('/artists#error=access_denied&error_code=otp_expired&error_description=Too+late');
  await expect(page).toHaveURL(/\/auth#error=/);
  await expect(page.getByRole('alert')).toHaveText('Too late');

  const credentials = { email, password: PASSWORD };
  const made = await call('/auth/v1/token?grant_type=password', 'POST', credentials, null);
  const { access_token, refresh_token } = made.body as Record<string, string>;
  await page.goto(
    `/#access_token=${access_token}&expires_in=3600&refresh_token=${refresh_token}&token_type=bearer&type=signup`,
  );
  await expect(page.getByRole('button', { name: 'My Account' }).first()).toBeVisible();
  await expect(page).toHaveURL(HOME);
});

test('the form keeps its rules in both modes', async ({ page }) => {
  await page.goto('/auth');
  await page.getByLabel('Email').fill('not an address');
  await page.getByLabel('Password').fill('12345');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(toast(page, 'Invalid email address')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Invalid email address/);
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription(
    /Password must be at least 6 characters/,
  );

  await page.getByRole('button', { name: "Don't have an account? Sign up" }).click();
  await expect(page).toHaveURL(/mode=register/);
  await expect(page.getByLabel('Email')).toHaveValue('not an address');
  await page.getByLabel('Email').fill(newEmail('short'));
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expect(toast(page, 'Password must be at least 6 characters')).toBeVisible();
  await page.getByLabel('Password').fill('x'.repeat(101));
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expect(toast(page, 'Password must be at most 100 characters')).toBeVisible();
  await page.getByLabel('Email').fill(`${'x'.repeat(250)}@example.com`);
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expect(toast(page, 'Email must be at most 255 characters')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Already have an account? Sign in' }).click();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
});

test('a refused sign-in shows the service’s words, a lost one its own', async ({ page }) => {
  const { email } = await person('client');
  await page.goto('/auth');
  await fillSignIn(page, email, 'not-the-password');
  await expect(toast(page, 'Invalid login credentials')).toBeVisible();
  await page.route('**/auth/v1/token*', (route) => route.abort());
  await fillSignIn(page, email);
  await expect(toast(page, 'Authentication failed')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
});

test('the keyboard alone signs in, opens a tab and logs out', async ({ page }) => {
  const { email } = await person('client');
  await page.goto('/auth?redirect=/dashboard/client');
  // Nothing can be typed before the form is awake.
  await expect(page.getByLabel('Email')).toBeEnabled();
  await page.getByLabel('Email').focus();
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Password')).toBeFocused();
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText('No quote requests yet')).toBeVisible();

  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  const profile = page.getByRole('complementary').getByRole('link', { name: 'Profile' });
  await tabTo(page, profile);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Display name')).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Logout' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(HOME);
});

test('signing in leads back to the page that asked, and never to another site', async ({
  page,
}) => {
  const { email } = await person('client');
  await page.goto('/dashboard/client/profile');
  await expect(page).toHaveURL(/\/auth\?redirect=%2Fdashboard%2Fclient%2Fprofile$/);
  await fillSignIn(page, email);
  await expect(page).toHaveURL(/\/dashboard\/client\/profile$/);
  await expect(toast(page, 'Logged in successfully!')).toBeVisible();

  // Already signed in: straight on, and only ever to this site.
  await page.goto('/auth?redirect=/artists');
  await expect(page).toHaveURL(/:\d+\/artists$/);
  for (const foreign of ['//evil.example', 'https://evil.example', '/\\evil.example']) {
    // What is still loading, or leads on before it is loaded, would count as a navigation that failed.
    await page.waitForLoadState();
    await page.goto(`/auth?redirect=${encodeURIComponent(foreign)}`, { waitUntil: 'commit' });
    await expect(page).toHaveURL(HOME);
  }
});

test('signing in on the way to another role’s dashboard leads home, and says so', async ({
  page,
}) => {
  const { email } = await person('artist');
  await page.goto('/dashboard/admin');
  await expect(page).toHaveURL(/\/auth\?redirect=%2Fdashboard%2Fadmin$/);
  await fillSignIn(page, email);
  await expect(page).toHaveURL(HOME);
  await expect(toast(page, 'Logged in successfully!')).toBeVisible();
  await page.getByRole('button', { name: 'Open Dashboard' }).click();
  await expect(page).toHaveURL(/\/dashboard\/artist/);
});

test('somebody without a role gets no Dashboard link and no dashboard', async ({ page }) => {
  const nobody = await person('client');
  await asService(`/rest/v1/user_roles?user_id=eq.${nobody.id}`, 'DELETE');
  await signIn(page, nobody);
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'My Account' }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveCount(0);
  await page.goto('/dashboard/client');
  await expect(page).toHaveURL(HOME);
});

test('logging out of one tab logs out the others', async ({ page, context }) => {
  const { email } = await person('client');
  await page.goto('/auth?redirect=/dashboard/client');
  await fillSignIn(page, email);
  await expect(page.getByText('No quote requests yet')).toBeVisible();
  const other = await context.newPage();
  await other.goto('/dashboard/client/profile');
  await expect(other.getByRole('heading', { name: 'Password' })).toBeVisible();
  const publicTab = await context.newPage();
  // Its navigation follows the session from here on, with no answer on the way that could speak of the old one.
  await Promise.all([publicTab.waitForResponse(/\/user_roles\?/), publicTab.goto('/artists')]);
  await expect(publicTab.getByRole('button', { name: 'My Account' }).first()).toBeVisible();

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(HOME);
  await expect(toast(page, 'Logged out successfully')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
  await expect(other).toHaveURL(/\/auth\?redirect=%2Fdashboard%2Fclient%2Fprofile$/);
  await expect(publicTab.getByRole('link', { name: 'Login' }).first()).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => [localStorage['mural-role'], localStorage['mural-auth']]))
    .toEqual([undefined, undefined]);
});

test('a forgotten password is replaced by mail, once', { tag: '@core' }, async ({ page }) => {
  const { email } = await person('artist');
  await page.goto('/auth');
  await page.getByRole('button', { name: /Forgot Your Password/ }).click();
  await page.getByLabel('Email').fill('nonsense');
  await page.getByRole('button', { name: 'Send Link' }).click();
  await expect(toast(page, 'Invalid email address')).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send Link' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'a link is on its way' })).toBeVisible();
  await expectAccessible(page);

  const link = linkOf(await mailTo(email));
  // A scanner of mails opens whatever stands in one, also in a browser.
  await scan(page, link);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('New password')).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await page.getByLabel('New password').fill('12345');
  await page.getByRole('button', { name: 'Save Password' }).click();
  await expect(toast(page, 'Password must be at least 6 characters')).toBeVisible();
  await page.getByLabel('New password').fill('another-wall-2026');
  await page.getByRole('button', { name: 'Save Password' }).click();
  await expect(page).toHaveURL(HOME);
  await expect(toast(page, 'Your new password is saved')).toBeVisible();

  const credentials = (password: string) =>
    call('/auth/v1/token?grant_type=password', 'POST', { email, password }, null);
  expect((await credentials(PASSWORD)).status).toBe(400);
  expect((await credentials('another-wall-2026')).status).toBe(200);

  await page.evaluate(() => localStorage.clear());
  await page.goto(link);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toContainText('This link has expired');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Get a New Link' }).click();
  await expect(page.getByRole('button', { name: 'Send Link' })).toBeVisible();
});

test('the code of a mail does what its link does', async ({ page }) => {
  const { email } = await person('client');
  await page.goto('/auth?mode=recovery');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send Link' }).click();
  const code = codeIn(await mailTo(email));
  const field = page.getByLabel('Six-digit code');
  await field.fill('12345');
  await page.getByRole('button', { name: 'Use the Code' }).click();
  await expect(field).toHaveAccessibleDescription(/Please enter the six digits/);
  await field.fill(String((Number(code) + 1) % 1e6).padStart(6, '0'));
  await page.getByRole('button', { name: 'Use the Code' }).click();
  await expect(toast(page, 'Token has expired or is invalid')).toBeVisible();
  await expectAccessible(page);
  await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.getByRole('button', { name: 'Use the Code' }).click();
  await expect(page.getByLabel('New password')).toBeVisible();
});

test('a sign-up that has to confirm its address waits for the mail, and its link lets in', async ({
  page,
}) => {
  const email = newEmail('waiting');
  // The answer of a project that sends mails: an account, and no session.
  await page.route('**/auth/v1/signup*', (route) =>
    route.fulfill({ json: { id: crypto.randomUUID(), email, identities: [] } }),
  );
  await page.goto('/auth?mode=register');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: email })).toBeVisible();
  await expect(toast(page, 'Account created! You can now log in.')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'No email? Send it again' }).click();
  await expect(page.getByRole('button', { name: /^Sent/ })).toBeVisible();

  const body = { type: 'signup', email, password: PASSWORD };
  const made = await asService<{ hashed_token: string }>(
    '/auth/v1/admin/generate_link',
    'POST',
    body,
  );
  const params = new URLSearchParams({ token_hash: made.hashed_token, type: 'signup' });
  params.set('redirect_to', new URL('/artists', page.url()).href);
  await page.goto(`/auth#${params}`);
  await expect(page.getByRole('heading', { name: 'Confirm your address' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirm My Address' }).click();
  await expect(page).toHaveURL(/\/artists$/);
  await expect(toast(page, 'Your email address is confirmed')).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await page.goto(`/auth#${params}`);
  await page.getByRole('button', { name: 'Confirm My Address' }).click();
  await expect(page.getByRole('alert')).toContainText('This link has expired');
  // What waits is not told, and another address is no less welcome.
  await page.getByLabel('Email').fill(newEmail('anybody'));
  await page.getByRole('button', { name: 'Send a New Email' }).click();
  await expect(
    page.getByRole('status').filter({ hasText: 'an email is on its way' }),
  ).toBeVisible();
});

test('somebody changes the address of the account when the new one has confirmed', async ({
  page,
}) => {
  const someone = await person('client');
  const next = newEmail('moved');
  await signIn(page, someone);
  await page.goto('/dashboard/client/profile');
  const field = page.getByLabel('New email address');
  const change = page.getByRole('button', { name: 'Change Email Address' });
  await field.fill('nonsense');
  await change.click();
  await expect(toast(page, 'Invalid email address')).toBeVisible();
  await field.fill(someone.email);
  await change.click();
  await expect(toast(page, 'This is your address already')).toBeVisible();
  await field.fill(next);
  await change.click();
  const waits = page.getByRole('status').filter({ hasText: `${next} isn’t confirmed yet` });
  await expect(waits).toBeVisible();
  await expect(page.getByText(`Signed in as ${someone.email}.`)).toBeVisible();
  await expectAccessible(page);

  const link = linkOf(await mailTo(next));
  await scan(page, link);
  await page.goto('/dashboard/client/profile');
  await expect(waits).toBeVisible();
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm the Change' }).click();
  await expect(page).toHaveURL(/\/dashboard\/client\/profile$/);
  await expect(toast(page, 'Your new email address is confirmed')).toBeVisible();
  await expect(page.getByText(`Signed in as ${next}.`)).toBeVisible();
  await expect(waits).toHaveCount(0);

  const told = async () => (await mailsTo(someone.email)).map((mail) => mail.subject);
  await expect.poll(told).toEqual([ABOUT_TO_CHANGE, 'Your email address has changed']);
});

test('the old address takes a change back, whoever made it', async ({ page, browser }) => {
  const owner = await person('artist');
  const next = newEmail('thief');
  const change = await call('/auth/v1/user', 'PUT', { email: next }, owner.token);
  expect(change.status).toBe(200);
  const params = new URLSearchParams(new URL(linkOf(await mailTo(next))).hash.slice(1));
  const body = { token_hash: params.get('token_hash'), type: params.get('type') };
  expect((await call('/auth/v1/verify', 'POST', body, null)).status).toBe(200);

  const thief = await elsewhere(browser, '/dashboard/artist', owner);
  await expect(thief.getByRole('button', { name: 'Logout' })).toBeVisible();

  const asked = async () =>
    (await mailsTo(owner.email)).find(({ subject }) => subject === ABOUT_TO_CHANGE);
  await expect.poll(asked).toBeTruthy();
  await page.goto(linkOf(await asked()));
  await expect(page.getByRole('heading', { name: 'Keep your old address' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Keep My Old Address' }).click();
  await page.getByLabel('New password').fill('only-mine-2026');
  await page.getByRole('button', { name: 'Save Password' }).click();
  await expect(page).toHaveURL(HOME);
  await expect(toast(page, 'Your account has its old address, and a new password')).toBeVisible();

  await thief.reload();
  await expect(thief).toHaveURL(/\/auth\?redirect=/);
  await thief.context().close();
  const enter = (email: string, password: string) =>
    call('/auth/v1/token?grant_type=password', 'POST', { email, password }, null);
  expect((await enter(next, PASSWORD)).status).toBe(400);
  expect((await enter(owner.email, 'only-mine-2026')).status).toBe(200);
});
