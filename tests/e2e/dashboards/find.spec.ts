import { expectAccessible } from '../fixtures/account-support.ts';
import { artist, asService, lead, person, signIn } from '../fixtures/admin-support.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

/** Find anything: a search over the whole desk, by Ctrl+K or by its button. */
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Find' });
const box = (page: Page) => dialog(page).getByRole('combobox');
const result = (page: Page, name: RegExp) => dialog(page).getByRole('option', { name });

/** Opens the search by its shortcut, which the page knows once its button can be pressed. */
async function openByKey(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Find', exact: true })).toBeEnabled();
  await page.keyboard.press('Control+k');
  await expect(box(page)).toBeFocused();
}

test('an admin finds leads, people, artists, murals and pages by keyboard alone', async ({
  page,
}) => {
  const admin = await person('admin');
  const own = await person('artist');
  const name = `Muñoz ${admin.id.slice(-8)}`;
  const id = await lead(name);
  const painter = await artist(`${name} Walls`);
  const slug = `find-${admin.id}`;
  const mural = { slug, title: `${name} Gate`, artist_id: painter.id, public_visible: true };
  await asService('/rest/v1/murals', 'POST', mural);
  await signIn(page, admin);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/dashboard/admin/audit');
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Find', exact: true })).toBeEnabled();
  expect(asked.filter((url) => /find/i.test(url))).toEqual([]);

  await openByKey(page);
  await box(page).fill(name.replace('ñ', 'n').toLowerCase());
  await expect(result(page, new RegExp(`^${name} San Antonio · A wall of agaves`))).toBeVisible();
  await expect(result(page, new RegExp(`^${name} Walls`))).toBeVisible();
  await expect(result(page, new RegExp(`^${name} Gate`))).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/leads\\?lead=${id}$`));
  await expect(page.getByRole('dialog', { name: new RegExp(name) })).toBeVisible();
  await page.goto('/dashboard/admin/audit');

  await openByKey(page);
  await box(page).fill(own.email);
  await expect(result(page, /artist/)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/users\\?person=${own.id}$`));

  await openByKey(page);
  // Typed and entered before there is an answer, with a slip.
  await box(page).fill('repotrs');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard\/admin\/reports$/);

  await openByKey(page);
  await box(page).fill('100%_zzqx');
  await expect(dialog(page).getByText('Nothing found')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
});
