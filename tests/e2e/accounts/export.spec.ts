import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import { photo, profileOf, sendLead, toast } from '../fixtures/account-support.ts';
import { person, signIn } from '../fixtures/admin-support.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

/** Presses the button and reads the archive that the browser saves. */
async function downloaded(page: Page) {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Everything' }).click();
  const saved = await saving;
  const files = unzipSync(await readFile(await saved.path()));
  return { name: saved.suggestedFilename(), files, data: dataOf(files) };
}

const dataOf = (files: Record<string, Uint8Array>) =>
  JSON.parse(strFromU8(files['data.json'] ?? new Uint8Array()));

test('an artist takes along the profile, the picture and the leads, and nobody’s contact', async ({
  page,
}) => {
  const artist = await person('artist');
  const row = await profileOf(artist, { bio: 'Herons above the river.', public_visible: false });
  await sendLead(null, 'Somebody Else', 'A wall by the creek', [row]);
  await signIn(page, artist);
  await page.goto('/dashboard/artist/profile');
  await page.getByLabel('Upload photo').setInputFiles(await photo('me.jpg'));
  await page.getByRole('button', { name: 'Save Photo' }).click();
  await expect(toast(page, 'Profile photo updated')).toBeVisible();

  await page.goto('/dashboard/artist/settings');
  const { name, files, data } = await downloaded(page);
  expect(name).toMatch(/^muro-\d{4}-\d\d-\d\d\.zip$/);
  await expect(toast(page, `Your data is in ${name}`)).toBeVisible();
  expect(data.account).toMatchObject([{ email: artist.email }]);
  expect(data.profile).toMatchObject([{ id: row.id, bio: 'Herons above the river.' }]);
  expect(data.leads).toMatchObject([
    { name: '***', email: null, project_description: 'A wall by the creek' },
  ]);
  expect(data.missing).toEqual([]);
  const [picture = ''] = Object.keys(files).filter((file) => file !== 'data.json');
  expect(picture).toMatch(/^pictures\/profile-photos\/profile\.(webp|jpg)$/);
  // A whole picture: RIFF…WEBP, or a JPEG.
  expect(strFromU8(files[picture] ?? new Uint8Array(), true)).toMatch(
    /^(RIFF....WEBP|\xff\xd8\xff)/s,
  );
  expect(files[picture]?.length).toBe(data.files[0].metadata.size);
});
