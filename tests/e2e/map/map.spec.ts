import { expectAccessible } from '../fixtures/account-support.ts';
import { asService, person, signIn } from '../fixtures/admin-support.ts';
import { type Cast, castOf, published } from '../fixtures/artists.ts';
import { option } from '../fixtures/quote.ts';
import { expect, test } from '../fixtures/test.ts';

/** Far from the demo's walls, so that nobody else's are near: around Fort Stockton. */
const WALL = { latitude: 30.894, longitude: -102.8793 };
let cast: Cast;
let pictures: (string | null)[];

const title = (n: number) => `${['Agave', 'Bobcat'][n]} ${cast.tag}`;
const slug = (n: number) => `map-${n}-${cast.tag}`;

test.beforeAll(async () => {
  cast = await castOf(2);
  const shown = await asService<{ image_url: string; before_url: string }[]>(
    '/rest/v1/murals?select=image_url,before_url&before_url=not.is.null&order=created_at&limit=1',
  );
  pictures = [shown[0]?.image_url ?? null, shown[0]?.before_url ?? null];
  const wall = (n: number, more: object) => ({
    slug: slug(n),
    title: title(n),
    city: cast.city,
    state: 'TX',
    location_details: '12 Water Street',
    surface_type: 'brick',
    styles: ['Nature'],
    public_visible: true,
    artist_id: cast.artists[n]?.id,
    image_url: pictures[0],
    before_url: null,
    license: null,
    credit: null,
    ...more,
  });
  await asService('/rest/v1/murals', 'POST', [
    wall(0, { ...WALL, before_url: pictures[1], license: 'cc-by', credit: 'Photos by Ana' }),
    wall(1, { latitude: WALL.latitude + 0.03, longitude: WALL.longitude }),
  ]);
  // Each with the other one near it.
  for (const n of [0, 1]) await published(`/mural/${slug(n)}`, slug(1 - n));
});
test.afterAll(async () => {
  await asService(`/rest/v1/murals?slug=like.map-*-${cast.tag}`, 'DELETE');
  await cast.remove();
});

test('the page of a wall shows it before and after, where it is and what is near', async ({
  page,
}) => {
  await page.goto(`/mural/${slug(0)}`);
  const slider = page.getByRole('slider');
  await slider.focus();
  await page.keyboard.press('Home');
  await expect(slider).toHaveValue('0');
  await expect(page.locator('before-after')).toHaveAttribute('style', /--at: 0%/);
  const box = await page.locator('before-after').boundingBox();
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) * 0.8, (box?.y ?? 0) + 40);
  await expect.poll(async () => Math.round(Number(await slider.inputValue()))).toBe(80);

  await expect(page.getByText('Photos by Ana.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'CC BY 4.0' })).toHaveAttribute('rel', /license/);
  await expect(page.getByRole('link', { name: `Directions to ${title(0)}` })).toHaveAttribute(
    'href',
    /destination=30\.894%2C-102\.8793$/,
  );
  const near = page.getByRole('region', { name: 'Murals Nearby' });
  await expect(near.getByText('2 miles away')).toBeVisible();
  await expectAccessible(page);

  await near.getByRole('link', { name: title(1) }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title(1));
  // What changes about a wall changes its neighbours' pages too.
  await asService(`/rest/v1/murals?slug=eq.${slug(0)}`, 'PATCH', { title: `Renamed ${cast.tag}` });
  const names = async () => {
    await page.reload();
    return page.getByRole('region', { name: 'Murals Nearby' }).textContent();
  };
  await expect.poll(names).toContain(`Renamed ${cast.tag}`);
});

test('a wall like another one is asked for with its style, surface and name', async ({ page }) => {
  await page.goto(`/mural/${slug(1)}`);
  await page.getByRole('link', { name: 'Ask for One Like This' }).click();
  await expect(page.getByText(`Your request is for ${cast.artists[1]?.name}`)).toBeVisible();
  await expect(option(page, 'Style Preference', 'nature')).toBeChecked();
  await expect(option(page, 'Surface Type', 'brick')).toBeChecked();
  const description = page.getByLabel('Project Description');
  await expect(description).toHaveValue(`Something like “${title(1)}”.\n\n`);
  // What was typed and chosen stays, and the wall is not named twice.
  await description.fill(`For our bakery. ${await description.inputValue()}`);
  await option(page, 'Style Preference', 'abstract').check();
  await page.reload();
  await expect(option(page, 'Style Preference', 'abstract')).toBeChecked();
  expect((await description.inputValue()).match(/Something like/g)).toHaveLength(1);
});

test('a city that an admin adds takes its place on the map, which can be corrected', async ({
  page,
}) => {
  const where = '/rest/v1/cities?slug=eq.fort-stockton-tx';
  await asService(where, 'DELETE');
  await signIn(page, await person('admin'));
  await page.goto('/dashboard/admin/cities');
  // Somebody may type quicker than the list of places comes.
  const named = Promise.withResolvers<void>();
  await page.route(/texas-places/, (route) => named.promise.then(() => route.continue()));
  await page.getByRole('button', { name: 'Add city' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('City').fill('Fort Stockton');
  named.resolve();
  await expect(form.getByLabel('Latitude')).toHaveValue('30.89404');
  await form.getByLabel('Longitude').fill('-99.9');
  await form.getByRole('button', { name: 'Add city' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  const [made] = await asService<{ latitude: number; longitude: number }[]>(where);
  expect(made).toMatchObject({ latitude: 30.89404, longitude: -99.9 });
  const mark = page.getByRole('group', { name: 'Cities on the map' }).getByRole('link', {
    name: /Fort Stockton/,
  });
  const shown = async () => {
    await page.goto('/service-areas');
    return mark.count();
  };
  await expect.poll(shown).toBe(1);
  await asService(where, 'DELETE');
});
