import {
  expectAccessible,
  fillSignIn,
  newEmail,
  PASSWORD,
  photo,
  toast,
} from '../fixtures/account-support.ts';
import { asService, call, type Person, personWith, signIn } from '../fixtures/admin-support.ts';
import { devices, expect, type Locator, type Page, test } from '../fixtures/test.ts';

/** The first ten minutes of an artist, on a phone. */
const { defaultBrowserType: _, ...phone } = devices['iPhone 14'];
test.use({ ...phone, viewport: { width: 390, height: 844 } });

const COLOURS = ['#c40f68', '#f7a813', '#1f8a70', '#0b6b78', '#ab4021'];
const walls = () =>
  Promise.all(COLOURS.map((colour, i) => photo(`wall-${i}.jpg`, { colour, width: 800 + i * 40 })));

/** Presses by finger, and counts: what is typed besides, and what the device's own chooser asks for, is not. */
class Finger {
  taps = 0;
  async tap(control: Locator): Promise<void> {
    await control.tap();
    this.taps += 1;
  }
  /** Opens the device's chooser of files and takes these. */
  async choose(page: Page, control: Locator, files: Parameters<Locator['setInputFiles']>[0]) {
    const chooser = page.waitForEvent('filechooser');
    await this.tap(control);
    await (await chooser).setFiles(files);
  }
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name });
const current = (page: Page) =>
  page.getByRole('navigation', { name: 'Steps' }).locator('[aria-current="step"]');

/** What can be pressed in the setup and is less than 44 px high or wide. */
function smallTargets(page: Page): Promise<string[]> {
  return page.locator('main :is(a[href], button, input, select)').evaluateAll((elements) =>
    elements.flatMap((element) => {
      const target = element.closest('label') ?? element;
      const { width, height } = target.getBoundingClientRect();
      if (!element.checkVisibility() || element.closest('[inert]')) return [];
      return width >= 44 && height >= 44
        ? []
        : [`${element.outerHTML.slice(0, 80)} ${Math.round(width)}×${Math.round(height)}`];
    }),
  );
}

/** An artist whose profile has been begun, as far as it is said. */
async function begun(over: object): Promise<Person & { profile: string }> {
  const artist = await personWith(newEmail('begun'), 'artist');
  const made = await call('/rest/v1/rpc/ensure_artist_profile', 'POST', {}, artist.token);
  const { id } = made.body as { id: string };
  await asService(`/rest/v1/artists?id=eq.${id}`, 'PATCH', over);
  return { ...artist, profile: id };
}
const DONE_TWICE = {
  profile_photo: 'https://example.com/face.jpg',
  portfolio_images: COLOURS.map((_, i) => `https://example.com/${i}.jpg`),
};
const stored = async (id: string) =>
  (await asService<Record<string, unknown>[]>(`/rest/v1/artists?id=eq.${id}`))[0];

test('from /join to a public page in at most 12 taps, signing in not even once', async ({
  page,
}) => {
  const finger = new Finger();
  const visited: string[] = [];
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
  await page.goto('/join');
  await finger.tap(page.getByRole('link', { name: 'Create Your Artist Profile' }));
  await page.getByLabel('Name').fill('Rosa Calderón');
  await page.getByLabel('Email').fill(newEmail('joining'));
  await page.getByLabel('Password').fill(PASSWORD);
  await finger.tap(button(page, 'Sign Up'));

  await expect(page).toHaveURL(/\/dashboard\/artist\/setup\?step=1$/);
  await expect(toast(page, 'Account created! You can now log in.')).toBeVisible();
  await expect(toast(page, 'Welcome, Rosa Calderón!')).toBeVisible();
  const name = { level: 1, name: 'Finish Your Profile' } as const;
  await expect(page.getByRole('heading', name)).toBeVisible();
  await expect(page.getByText('Step 1 of 4')).toBeVisible();
  expect.soft(await smallTargets(page)).toEqual([]);
  await finger.choose(page, page.getByText('Upload photo'), await photo('me.jpg'));
  await finger.tap(button(page, 'Save Photo'));
  await expect(toast(page, 'Profile photo updated')).toBeVisible();
  await finger.tap(button(page, 'Continue'));

  await expect(heading(page, 'Add five photos of your work')).toBeFocused();
  await expect(current(page)).toHaveText('Walls');
  expect.soft(await smallTargets(page)).toEqual([]);
  await expectAccessible(page);
  await finger.choose(page, page.getByText('Choose Photos'), await walls());
  await expect(page.getByRole('list', { name: 'Your walls' }).getByRole('img')).toHaveCount(5);
  expect.soft(await smallTargets(page)).toEqual([]);
  await finger.tap(button(page, 'Continue'));

  await expect(heading(page, 'Where and what you paint')).toBeFocused();
  await expect(page.getByLabel('Name')).toHaveValue('Rosa Calderón');
  await page.getByLabel('City').fill('Austin');
  await expect(page.getByLabel('State')).toHaveValue('TX');
  await finger.tap(button(page, 'Nature'));
  expect.soft(await smallTargets(page)).toEqual([]);
  await expectAccessible(page);
  await finger.tap(button(page, 'Continue'));

  await expect(heading(page, 'Check your page')).toBeFocused();
  expect.soft(await smallTargets(page)).toEqual([]);
  await expectAccessible(page);
  await finger.tap(button(page, 'Publish'));
  await expect(heading(page, 'You’re live!')).toBeFocused();
  await expect(toast(page, 'Profile is now public')).toBeVisible();
  expect(finger.taps).toBeLessThanOrEqual(12);
  expect(visited.filter((path) => path === '/auth')).toHaveLength(1);
  await expect(page.getByText(/\/artist\/rosa-calder/)).toBeVisible();
  await expect(button(page, 'Copy Address')).toBeVisible();
  expect.soft(await smallTargets(page)).toEqual([]);
  await page.getByRole('link', { name: 'View Your Page' }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Rosa Calderón' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Austin, TX' }).first()).toBeVisible();
});

test('a setup that is left is found again at the step that is not done', async ({ page }) => {
  const artist = await begun(DONE_TWICE);
  await page.goto('/dashboard/artist/setup?step=2');
  await fillSignIn(page, artist.email);
  await expect(heading(page, 'Add five photos of your work')).toBeVisible();
  await page.getByRole('link', { name: 'Finish Later' }).tap();
  await expect(page.getByRole('meter', { name: 'Finish your profile' })).toHaveAttribute(
    'value',
    '40',
  );
  await page.getByRole('link', { name: 'Continue' }).tap();
  await expect(page).toHaveURL(/setup\?step=3$/);
  await expect(heading(page, 'Where and what you paint')).toBeVisible();

  // What is missing is named, and leads to where it is mended.
  await page.getByRole('link', { name: 'Publish', exact: true }).tap();
  await expect(page).toHaveURL(/setup\?step=4$/);
  await expect(button(page, 'Publish')).toHaveAttribute('aria-disabled', 'true');
  const missing = page.getByRole('region', { name: 'Before it can go public' });
  await expect(missing.getByRole('link')).toHaveText([/^Your city/, /^One style at least/]);
  await missing.getByRole('link', { name: 'Your city' }).tap();
  await expect(heading(page, 'Where and what you paint')).toBeFocused();
  await page.goBack();
  await expect(heading(page, 'Check your page')).toBeFocused();
  await page.goForward();
  await expect(current(page)).toHaveText('About');

  // Other tabs know the way, and an address without a step leads to the same one.
  await page.goto('/dashboard/artist/leads');
  await page.getByRole('link', { name: 'Finish your profile' }).tap();
  await expect(page).toHaveURL(/setup\?step=3$/);
});

test('a connection that is lost while the third step is saved loses nothing', async ({ page }) => {
  const artist = await begun(DONE_TWICE);
  await signIn(page, artist);
  await page.goto('/dashboard/artist/setup?step=3');
  await expect(button(page, 'Nature')).toBeVisible();
  await page.route('**/rpc/save_artist_profile', (route) => route.abort());
  await page.getByLabel('City').fill('Gruene');
  await page.getByLabel('State').fill('TX');
  await button(page, 'Nature').tap();
  await page.getByLabel('Another style').fill('Cowboy Baroque');
  await button(page, 'Continue').tap();
  await expect(heading(page, 'Check your page')).toBeVisible();
  await expect(page.getByText('No connection. We’ll keep trying')).toBeVisible();
  expect(await stored(artist.profile)).toMatchObject({ city: null, styles: [] });

  page.on('dialog', (dialog) => void dialog.accept());
  await page.unroute('**/rpc/save_artist_profile');
  await page.goto('/dashboard/artist/setup?step=3');
  await expect(page.getByLabel('City')).toHaveValue('Gruene');
  await expect(button(page, 'Cowboy Baroque')).toHaveAttribute('aria-pressed', 'true');
  await expect
    .poll(() => stored(artist.profile))
    .toMatchObject({
      city: 'Gruene',
      state: 'TX',
      styles: ['Nature', 'Cowboy Baroque'],
    });
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => /^setup/.test(key))))
    .toEqual([]);
  await page.getByLabel('Name').fill(' ');
  await button(page, 'Continue').tap();
  await expect(toast(page, 'Name is required')).toBeVisible();
  await expect(page.getByLabel('Name')).toBeFocused();
});
