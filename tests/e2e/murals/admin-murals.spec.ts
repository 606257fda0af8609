import { expectAccessible, expectToFit, painter, rpc, toast } from '../fixtures/account-support.ts';
import { asService, person, signIn } from '../fixtures/admin-support.ts';
import { expect, test } from '../fixtures/test.ts';

const REASON = 'It is painted by somebody else.';

test('an admin hides a mural, and it is gone everywhere until an admin shows it', async ({
  page,
}) => {
  const ana = await painter('Ana');
  const title = `La garza ${ana.id.slice(0, 8)}`;
  const [mural] = await asService<{ id: string; slug: string }[]>('/rest/v1/murals', 'POST', {
    title,
    slug: `la-garza-${ana.id}`,
    city: 'Seguin',
    state: 'TX',
    artist_id: ana.profile.id,
    public_visible: true,
  });
  const path = `/mural/${mural?.slug}`;
  const shown = async (address: string) =>
    (await (await page.request.get(address)).text()).includes(title);
  const everywhere = [path, `/artist/${ana.profile.slug}`, '/mural-artists/seguin-tx', '/murals'];
  for (const address of everywhere) await expect.poll(() => shown(address)).toBe(true);

  const admin = await person('admin');
  await signIn(page, admin);
  await page.goto('/dashboard/admin/murals');
  await page.getByLabel('Search title, artist or city').fill(title);
  await expect(page.getByText('Showing 1-1 of 1')).toBeVisible();
  await page.getByRole('switch', { name: `${title} featured` }).click();
  await expect(toast(page, 'Featured status updated')).toBeVisible();
  await page.getByRole('button', { name: `Hide: ${title}` }).click();
  await page.getByRole('button', { name: 'Hide Mural' }).click();
  await expect(toast(page, 'Please say why')).toBeVisible();
  await page.getByLabel('Reason').fill(REASON);
  await page.getByRole('button', { name: 'Hide Mural' }).click();
  await expect(page.getByText(`Because: ${REASON}`)).toBeVisible();
  await expectToFit(page, 320);
  await expectAccessible(page);
  for (const address of everywhere) await expect.poll(() => shown(address)).toBe(false);

  expect(JSON.stringify(await rpc('my_notices', {}, ana))).toContain('mural_hidden');
  await page.getByRole('button', { name: `Show again: ${title}` }).click();
  await expect(toast(page, 'The mural is shown again')).toBeVisible();
  for (const address of everywhere) await expect.poll(() => shown(address)).toBe(true);

  // From its page to its form is one press.
  await page.goto(path);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Edit mural' });
  await form.getByLabel('Story').fill('Three herons at dusk.');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Mural updated')).toBeVisible();
  await expect(form).toBeHidden();
  await page.getByLabel('Search title, artist or city').fill(title);
  await expect(page.getByText('Showing 1-1 of 1')).toBeVisible();

  // It is somebody else's work.
  const bob = await painter('Bob');
  await page.getByRole('button', { name: `Change Artist: ${title}` }).click();
  await page.getByLabel('Find an artist').fill(bob.profile.name);
  await page.getByRole('button', { name: `Give to ${bob.profile.name}` }).click();
  await expect(page.getByRole('link', { name: bob.profile.name })).toBeVisible();
  await expect.poll(() => shown(`/artist/${bob.profile.slug}`)).toBe(true);
  await expect.poll(() => shown(`/artist/${ana.profile.slug}`)).toBe(false);
});
