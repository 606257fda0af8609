import { photo, profileOf, toast } from '../fixtures/account-support.ts';
import { person, signIn } from '../fixtures/admin-support.ts';
import { ORIGIN } from '../fixtures/api.ts';
import { expect, test } from '../fixtures/test.ts';

/** The page or file as a visitor who comes now gets it. */
async function visit(pathname: string): Promise<{ status: number; text: string }> {
  const response = await fetch(new URL(pathname, ORIGIN));
  return { status: response.status, text: await response.text() };
}
const text = (pathname: string) => async () => (await visit(pathname)).text;
const status = (pathname: string) => async () => (await visit(pathname)).status;
/** The search index follows within 30 s; pages are far quicker, which the benchmark measures. A busy machine takes longer. */
const soon = { timeout: 60_000 };

test('what an artist saves shows on the public pages and in search, and going private takes it away', {
  tag: '@core',
}, async ({ page }) => {
  test.setTimeout(240_000);
  const artist = await person('artist');
  const row = await profileOf(artist, { city: 'Luckenbach', state: 'TX', featured: true });
  const name = `Wren ${row.id.slice(0, 8)}`;
  const own = `/artist/${row.slug}`;
  await expect.poll(status(own), soon).toBe(200);

  await signIn(page, artist);
  await page.goto('/dashboard/artist/profile');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Bio').fill(`I paint dance halls, says ${name}.`);
  await page.getByRole('button', { name: 'Save Profile' }).click();
  await expect(toast(page, 'Profile updated successfully')).toBeVisible();

  await expect.poll(text(own), soon).toContain(`I paint dance halls, says ${name}.`);
  await expect.poll(text('/mural-artists/luckenbach-tx'), soon).toContain(name);
  await expect.poll(text('/sitemap.xml'), soon).toContain(own);
  await expect(async () => {
    await page.goto(`/artists?q=${encodeURIComponent(name)}`);
    await expect(page.getByRole('heading', { name })).toBeVisible({ timeout: 8000 });
  }).toPass(soon);

  // A picture follows as published variants, never as the upload itself.
  await page.goto('/dashboard/artist/portfolio');
  await page.getByLabel('Upload photos').setInputFiles([await photo('hall.jpg')]);
  await expect(toast(page, '1 image(s) added to portfolio')).toBeVisible();
  await expect.poll(text(own), soon).toContain('/media/');
  expect((await visit(own)).text).not.toContain('/storage/v1/');

  await page.goto('/dashboard/artist/profile');
  await page.getByRole('switch', { name: 'Public profile' }).click();
  await expect(toast(page, 'Profile is now private')).toBeVisible();
  await expect.poll(status(own), soon).toBe(404);
  await expect.poll(status('/mural-artists/luckenbach-tx'), soon).toBe(404);
  await expect.poll(text('/artists'), soon).not.toContain(name);
  await expect.poll(text('/'), soon).not.toContain(name);
  await expect.poll(text('/sitemap.xml'), soon).not.toContain(own);
  await expect(async () => {
    await page.goto(`/artists?q=${encodeURIComponent(name)}`);
    const none = page
      .getByRole('paragraph')
      .filter({ hasText: /^No (artists found|exact match)\./ });
    await expect(none).toBeVisible({ timeout: 8000 });
    await expect(page.getByRole('heading', { name })).toHaveCount(0);
  }).toPass(soon);
});
