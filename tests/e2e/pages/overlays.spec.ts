import { profileOf } from '../fixtures/account-support.ts';
import { person, signIn } from '../fixtures/admin-support.ts';
import { DEMO_ARTIST as artist } from '../fixtures/demo.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

/** What lies over a page: Back closes it, a link in it leaves no empty step, and a turned tablet is not covered. */
test.use({ reducedMotion: 'no-preference' });

const PHONE = { width: 390, height: 800 };
const menu = (page: Page) => page.getByRole('dialog', { name: 'Menu' });
async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(menu(page)).toBeVisible();
}
const lightbox = (page: Page) => page.getByRole('dialog', { name: `Portfolio of ${artist.name}` });
const thumbnails = (page: Page) => page.locator('mural-gallery').getByRole('link');

test.describe('the menu of a phone', () => {
  test.beforeEach(({ page }) => page.setViewportSize(PHONE));

  test('closed by Escape leaves nothing to go back to', async ({ page }) => {
    await page.goto('/join');
    await page.goto('/service-areas');
    for (let i = 0; i < 3; i++) {
      await openMenu(page);
      await page.keyboard.press('Escape');
      await expect(menu(page)).toBeHidden();
    }
    await expect.poll(() => page.evaluate(() => history.state)).toBeNull();
    await page.goBack();
    await expect(page).toHaveURL(/\/join$/);
  });

  test('is left by a link, and Back leads to the page it was opened on', async ({ page }) => {
    await page.goto('/join');
    await page.goto('/service-areas');
    await openMenu(page);
    await menu(page).getByRole('link', { name: 'Get a Quote' }).click();
    await expect(page).toHaveURL(/\/quote$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/service-areas$/);
    await expect(menu(page)).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL(/\/join$/);
    await page.goForward();
    await page.goForward();
    await expect(page).toHaveURL(/\/quote$/);
  });

  test('does not come back by Forward, nor by a reload', async ({ page }) => {
    await page.goto('/join');
    await page.goto('/service-areas');
    await openMenu(page);
    await page.goBack();
    await expect(menu(page)).toBeHidden();
    await page.goForward();
    await expect.poll(() => page.evaluate(() => history.state)).toBeNull();
    await expect(menu(page)).toBeHidden();
    await openMenu(page);
    await page.reload();
    await expect(menu(page)).toBeHidden();
    await expect.poll(() => page.evaluate(() => history.state)).toBeNull();
    await page.goBack();
    await expect(page).toHaveURL(/\/join$/);
  });

  test('is gone on a tablet that was turned, which can be pressed', async ({ page }) => {
    await page.goto('/service-areas');
    await openMenu(page);
    // It stays while there is no room for the whole navigation.
    await page.setViewportSize({ width: 767, height: 600 });
    await expect(menu(page).getByRole('link', { name: 'Artists', exact: true })).toBeVisible();
    await page.setViewportSize({ width: 768, height: PHONE.width });
    await expect(menu(page)).toBeHidden();
    await page.getByRole('banner').getByRole('link', { name: 'Artists', exact: true }).click();
    await expect(page).toHaveURL(/\/artists$/);
  });
});

test.describe('the lightbox', () => {
  test('closes by Back, and the page stays where it was', async ({ page }) => {
    await page.setViewportSize(PHONE);
    await page.goto('/artists');
    await page.goto(`/artist/${artist.slug}`);
    await thumbnails(page).nth(1).click();
    await expect(lightbox(page)).toBeVisible();
    const before = await page.evaluate(() => scrollY);
    await page.goBack();
    await expect(lightbox(page)).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`/artist/${artist.slug}$`));
    expect(await page.evaluate(() => scrollY)).toBe(before);
    await expect(thumbnails(page).nth(1)).toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL(/\/artists$/);
  });
});

test.describe('in a dashboard', () => {
  test('Back closes the dialog over the drawer’s page, then goes on', async ({ page }) => {
    const client = await person('client');
    await signIn(page, client);
    await page.goto('/');
    await page.goto('/dashboard/client/profile');
    const ask = page.getByRole('button', { name: 'Delete Account' });
    await ask.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/\/dashboard\/client\/profile$/);
    // Closed by its own button it leaves no step either.
    await ask.click();
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect.poll(() => page.evaluate(() => history.state?.overlays ?? 0)).toBe(0);
    await page.goBack();
    await expect(page).toHaveURL(/\/$/);
  });

  test('the drawer of a phone closes by Back, by a link and by turning', async ({ page }) => {
    const client = await person('client');
    await signIn(page, client);
    await page.setViewportSize(PHONE);
    await page.goto('/');
    await page.goto('/dashboard/client/quotes');
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    const toggle = page.getByRole('button', { name: 'Menu', exact: true });
    await toggle.click();
    await expect(drawer).toBeVisible();
    await page.goBack();
    await expect(drawer).toBeHidden();
    await toggle.click();
    await page.setViewportSize({ width: 800, height: 390 });
    await expect(drawer).toBeHidden();
    await expect(
      page.getByRole('complementary').getByRole('link', { name: 'Quotes' }),
    ).toBeVisible();
    await page.setViewportSize(PHONE);
    await toggle.click();
    await drawer.getByRole('link', { name: 'Profile' }).click();
    await expect(page).toHaveURL(/\/profile$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/quotes$/);
    await expect(drawer).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL(/\/$/);
  });

  test('a question before deleting keeps the focus, and is answered No by Escape and by Back', async ({
    page,
  }) => {
    const owner = await person('artist');
    await profileOf(owner);
    await signIn(page, owner);
    await page.goto('/dashboard/artist/settings');
    const asking = page.getByRole('button', { name: 'Delete Account' });
    await asking.click();
    const question = page.getByRole('dialog', { name: 'Delete your account?' });
    const below = page.locator(':focus:not(body, dialog, dialog *)');
    for (let i = 0; i < 8; i++) {
      await page.keyboard.press('Tab');
      await expect(below).toHaveCount(0);
    }
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(asking).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(question).toBeVisible();
    await page.goBack();
    await expect(question).toBeHidden();
    await expect(page).toHaveURL(/\/settings$/);
  });
});
