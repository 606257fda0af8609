import { expectAccessible } from '../fixtures/account-support.ts';
import { asService } from '../fixtures/admin-support.ts';
import { type Cast, castOf, PUBLISHED, published } from '../fixtures/artists.ts';
import { expect, test } from '../fixtures/test.ts';

const LONG = `${'The wall of our laundry has become where people meet. '.repeat(30)}Neat, on time and kind.`;
const COUNT = 5;
let cast: Cast;

test.beforeAll(async () => {
  cast = await castOf(2);
  await asService(`/rest/v1/artists?id=eq.${cast.artists[0]?.id}`, 'PATCH', {
    answer_hours: 4,
    walls_painted: 12,
    replied_count: 9,
    asked_count: 10,
  });
  const [painted] = await asService<{ portfolio_images: string[] }[]>(
    '/rest/v1/artists?select=portfolio_images&portfolio_images->>2=not.is.null&public_visible=eq.true&order=created_at&limit=1',
  );
  await asService(
    '/rest/v1/reviews',
    'POST',
    Array.from({ length: COUNT }, (_, n) => ({
      artist_id: cast.artists[0]?.id,
      rating: n === 0 ? 4 : 5,
      body: n === 0 ? LONG : `Review number ${n}, and a wall that everybody knows.`,
      author_name: n === 0 ? 'Wolfeschlegelsteinhausenbergerdorff-Montgomery' : 'Luis',
      author_town: n === 0 ? 'Boerne' : null,
      pictures: n === 0 ? painted?.portfolio_images.slice(0, 3) : [],
      reply: n === 0 ? 'Thank you for the coffee at seven!' : null,
      replied_at: n === 0 ? new Date().toISOString() : null,
      created_at: new Date(Date.UTC(2026, 4 - n, 9)).toISOString(),
    })),
  );
  await published(`/artist/${cast.artists[0]?.slug}`, `All ${COUNT} reviews`);
  await published(`/mural-artists/${cast.citySlug}`, '4.8', 'New here');
});
test.afterAll(() => cast.remove());

/** What reaches over the edge of the screen. */
const spilling = () =>
  [...document.querySelectorAll('main *')].filter(
    (one) => one.getBoundingClientRect().right > innerWidth + 1,
  ).length;

test('what clients say stands on the page of their artist, and all of it on a page of its own', async ({
  page,
  request,
}) => {
  const [painter, newcomer] = cast.artists;
  const home = `/artist/${painter?.slug}`;
  await page.goto(home);
  for (const fact of [
    'Usually answers within 4 hours',
    '12 walls painted through Muro',
    'Replied to 9 of 10 requests',
  ])
    await expect(page.getByText(fact)).toBeVisible();
  await page.getByRole('link', { name: `Rated 4.8 of 5 by ${COUNT} clients` }).click();
  const section = page.getByRole('region', { name: 'Reviews' });
  await expect(section.getByRole('heading', { name: 'Reviews' })).toBeInViewport();
  await expect(
    section.getByRole('img', { name: '5 stars: 4, 4 stars: 1, 3 stars: 0, 2 stars: 0, 1 star: 0' }),
  ).toBeVisible();
  await expect(section.getByRole('heading', { level: 3 })).toHaveText([
    'Wolfeschlegelsteinhausenbergerdorff-Montgomery, Boerne',
    'Luis',
    'Luis',
  ]);
  await expect(section.getByText('May 2026')).toBeVisible();
  const photo = section.getByRole('img', { name: /photo 1 by Wolfe/ });
  await expect(photo).toHaveAttribute('loading', 'lazy');
  await photo.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(section.getByText(`${painter?.name} replied`)).toBeVisible();
  await expectAccessible(page);

  await section.getByRole('link', { name: 'Read the whole review' }).click();
  await expect(page).toHaveURL(`${home}/reviews#review-${COUNT}`);
  await expect(page.getByText('Neat, on time and kind.')).toBeVisible();
  await page.goBack();
  await section.getByRole('link', { name: `All ${COUNT} reviews` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Reviews of ${painter?.name}`);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(COUNT);
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await page.evaluate(spilling)).toBe(0);
  await expectAccessible(page);

  await page.goto(`/mural-artists/${cast.citySlug}`);
  const card = (name = '') => page.getByRole('article').filter({ hasText: name });
  await expect(card(painter?.name)).toContainText(`4.8 (${COUNT})`);
  await expect(card(newcomer?.name)).toContainText('New here');
  expect(await page.evaluate(spilling)).toBe(0);

  // What is hidden is on no page, and a page of nothing is none.
  await asService(`/rest/v1/reviews?artist_id=eq.${painter?.id}`, 'PATCH', {
    hidden_at: new Date().toISOString(),
    hidden_reason: 'Names a neighbour.',
  });
  await expect
    .poll(async () => (await request.get(`${home}/reviews`)).status(), PUBLISHED)
    .toBe(404);
  await expect
    .poll(async () => (await request.get(home)).text(), PUBLISHED)
    .not.toContain(`All ${COUNT} reviews`);
  await page.goto(`${home}/reviews`);
  await expect(page).toHaveURL(home);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(painter?.name ?? '');
  await expect(section).toHaveCount(0);
});
