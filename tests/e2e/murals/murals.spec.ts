import { randomUUID } from 'node:crypto';
import {
  expectAccessible,
  expectToFit,
  openTile,
  painter,
  profileOf,
  toast,
  uploadPicture,
} from '../fixtures/account-support.ts';
import { call, person, signIn } from '../fixtures/admin-support.ts';
import { ORIGIN } from '../fixtures/api.ts';
import { PUBLISHED } from '../fixtures/artists.ts';
import { expect, test } from '../fixtures/test.ts';

/** An artist's murals: made, published, renamed, removed and brought back; and what others may not. */

/** What a page says, or its status. */
async function read(path: string): Promise<string> {
  const answer = await fetch(ORIGIN + path, { redirect: 'manual' });
  return answer.status === 200
    ? answer.text()
    : `${answer.status} ${answer.headers.get('location')}`;
}

test('an artist makes a mural of a portfolio picture, publishes, renames and removes it', async ({
  page,
  context,
}) => {
  const artist = await person('artist');
  const pictures = [
    await uploadPicture(artist, 'hsl(80 60% 45%)'),
    await uploadPicture(artist, 'hsl(160 60% 45%)'),
  ];
  const profile = await profileOf(artist, {
    name: `Lupe ${artist.id}`,
    city: 'Seguin',
    state: 'TX',
    styles: ['Chicano Art'],
    portfolio_images: pictures,
  });
  const name = `Pecan ${randomUUID().slice(0, 8)}`;
  const slug = name.toLowerCase().replace(' ', '-');

  await signIn(page, artist);
  await page.goto('/dashboard/artist/portfolio');
  const make = async () => {
    await (await openTile(page, 'Photo 1')).getByRole('link', { name: 'Make a Mural' }).click();
    await expect(page.getByText('Draft', { exact: true })).toBeVisible();
  };
  await make();
  const saved = page.getByText('All changes are saved.');
  const publish = page.getByRole('button', { name: 'Publish', exact: true });
  await expect(page.getByText('it needs a title')).toBeVisible();
  await expect(publish).toHaveAttribute('aria-disabled', 'true');
  // Nothing is stored before something is typed.
  await page.getByRole('link', { name: 'Work', exact: true }).first().click();
  await expect(page.getByText('Every wall deserves a page of its own')).toBeVisible();
  await make();

  await page.getByRole('textbox', { name: 'Title' }).fill(name);
  await page.getByLabel('Story').fill('Every tree in it still stands.');
  await page.getByLabel('Width in feet').fill('24');
  await page.getByLabel('Height in feet').fill('10.5');
  await page.getByRole('button', { name: 'Chicano Art' }).click();
  // In front of the wall, the device knows where it is.
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 29.568823, longitude: -97.964731 });
  await page.getByRole('button', { name: 'Use My Location' }).click();
  await expect(page.getByLabel('Coordinates')).toHaveValue('29.56882, -97.96473');
  await page.getByRole('button', { name: 'Add from Portfolio' }).click();
  await page.getByRole('button', { name: 'Portfolio photo 2' }).click();
  await page.getByRole('button', { name: 'Add Photos' }).click();
  // Order and focus point, by keyboard alone.
  const tile = (n: number) => page.getByRole('button', { name: `Photo ${n}`, exact: true });
  await tile(2).press('Enter');
  await page.getByRole('button', { name: 'Make First' }).press('Enter');
  await tile(1).press('Enter');
  await page.getByRole('button', { name: 'Details' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Photo details' });
  await dialog.getByRole('slider', { name: 'Left to right' }).press('End');
  const shows = `Mural “${name}” in Chicano Art style, Seguin`;
  await dialog.getByRole('button', { name: `Use: ${shows}` }).click();
  await dialog.getByRole('button', { name: 'Save Details' }).click();
  await expect(saved).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('dialog', { name: 'Preview' });
  await expect(preview).toContainText('24 × 10.5 ft');
  await expect(preview.getByRole('region', { name: 'Gallery' }).getByRole('img')).toHaveCount(1);
  await expectAccessible(page);
  await preview.getByRole('button', { name: 'Close' }).click();

  await publish.click();
  await expect(toast(page, 'Mural published')).toBeVisible();
  const everywhere = [`/mural/${slug}`, `/artist/${profile.slug}`, '/mural-artists/seguin-tx'];
  for (const path of [...everywhere, '/murals'])
    await expect.poll(() => read(path), PUBLISHED).toContain(name);
  expect(await read(`/mural/${slug}`)).toContain('24 × 10.5 ft');
  // What the picture shows, and where its eye rests, are on the page too, once it is drawn in its sizes.
  await expect
    .poll(() => read(`/mural/${slug}`), PUBLISHED)
    .toMatch(new RegExp(`alt="${shows}"[^>]*class="[^"]*fx-10 fy-5`));
  const [row] = (await call(`/rest/v1/murals?slug=eq.${slug}`, 'GET', undefined, null)).body as {
    image_url: string;
    picture_details: object;
  }[];
  expect(row).toMatchObject({
    image_url: pictures[1],
    picture_details: { [pictures[1] ?? '']: { x: 1, y: 0.5, alt: shows } },
  });

  // What is public changes by a press alone; what is typed stays on this device until then.
  await page.getByRole('textbox', { name: 'Title' }).fill(`${name} by night`);
  await expect(page.getByText('You have unsaved changes.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(`${name} by night`);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(name);
  await page.getByRole('textbox', { name: 'Title' }).fill(`${name} by night`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(saved).toBeVisible();
  await expect.poll(() => read(`/mural/${slug}-by-night`), PUBLISHED).toContain('by night');
  await expect
    .poll(() => read(`/mural/${slug}?from=mail`), PUBLISHED)
    .toBe(`308 /mural/${slug}-by-night?from=mail`);
  await page.goto(`/mural/${slug}`);
  await expect(page.getByRole('heading', { level: 1, name: `${name} by night` })).toBeVisible();

  await page.goto('/dashboard/artist/murals');
  await page.setViewportSize({ width: 320, height: 800 });
  await expect(page.getByRole('link', { name: `${name} by night`, exact: true })).toBeVisible();
  await expectToFit(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: `More for ${name} by night` }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  // Its time stands still meanwhile.
  await toast(page, 'Mural removed').hover();
  await expect.poll(() => read(`/mural/${slug}`), PUBLISHED).toBe('404 null');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: `${name} by night`, exact: true })).toBeVisible();
  await expect.poll(() => read(`/mural/${slug}`), PUBLISHED).toContain('308');
});

test('what is typed without a network is saved once it is back, and what is saved elsewhere is asked about', async ({
  page,
  context,
}) => {
  const artist = await painter('Inez');
  const made = await call(
    '/rest/v1/murals',
    'POST',
    { title: `Wren ${artist.id}`, medium: 'Acrylic' },
    artist.token,
  );
  const [{ id }] = made.body as [{ id: string }];
  const save = (changes: object, read: object) =>
    call(
      '/rest/v1/rpc/save_mural',
      'POST',
      { p_mural: id, p_changes: changes, p_read: read },
      artist.token,
    );
  await signIn(page, artist);
  await page.goto(`/dashboard/artist/murals?mural=${id}`);
  const status = page.getByText(/^(All changes are saved|No connection|Fix the|Saving)/);
  await expect(status).toContainText('All changes are saved');

  await context.setOffline(true);
  await page.getByLabel('Credit').fill('With Los Primos');
  await expect(status).toContainText('No connection');
  await context.setOffline(false);
  await expect(status).toContainText('All changes are saved');

  // What cannot be read stays in its field, and holds nothing else back.
  await page.getByLabel('State').fill('Bavaria');
  await page.getByLabel('Width in feet').fill('wide');
  await page.getByLabel('Height in feet').fill('3 m');
  await expect(page.getByText('State must be a US state')).toBeVisible();
  await expect(page.getByText('Width and height must be from')).toBeVisible();
  await expect(status).toContainText('Fix the highlighted fields');
  await expect(page.getByLabel('Height in feet')).toHaveValue('9.8');
  await page.getByLabel('Width in feet').fill("24'");
  await page.getByLabel('State').fill('Texas');
  await expect(status).toContainText('All changes are saved');
  await expect(page.getByLabel('State')).toHaveValue('TX');

  await save({ medium: 'Enamel' }, { medium: 'Acrylic' });
  await page.getByLabel('Medium').fill('Oil');
  const question = page.getByRole('dialog', { name: 'Changed on another device' });
  await expect(question).toContainText('Enamel');
  await question.getByRole('button', { name: 'Save my choice' }).click();
  await expect(status).toContainText('All changes are saved');
  const [row] = (await call(`/rest/v1/murals?id=eq.${id}`, 'GET', undefined, artist.token))
    .body as object[];
  expect(row).toMatchObject({
    medium: 'Oil',
    state: 'TX',
    credit: 'With Los Primos',
    dimensions: '24 ft x 9.8 ft',
  });
});
