import { expectToFit, toast } from '../fixtures/account-support.ts';
import { asService } from '../fixtures/admin-support.ts';
import { type Cast, castOf, published } from '../fixtures/artists.ts';
import { expect, test } from '../fixtures/test.ts';

const LONG_WORD = 'W'.repeat(100);
let cast: Cast;
let mural: { id: string; slug: string };

test.beforeAll(async () => {
  cast = await castOf(2, (i) => ({
    bio: i === 0 ? 'Walls are letters to the street.' : LONG_WORD,
    years_experience: i === 0 ? 1 : 12,
    average_rating: i === 0 ? 0 : 4.5,
    featured: i === 0,
  }));
  const rows = await asService<(typeof mural)[]>('/rest/v1/murals', 'POST', {
    slug: `heron-${cast.tag}`,
    title: `Heron ${cast.tag} ${LONG_WORD}`,
    description: 'A heron over the creek.',
    city: cast.city,
    state: 'TX',
    location_details: 'Behind the mill',
    date_completed: '2024-06-15',
    surface_type: 'brick',
    medium: 'Lime Wash',
    dimensions: '20 x 30 ft',
    styles: [cast.style],
    public_visible: true,
    artist_id: cast.artists[0]?.id,
  });
  mural = rows[0] as typeof mural;
  await published(`/mural/${mural.slug}`);
  for (const { slug } of cast.artists) {
    await published(`/artist/${slug}`);
    await published(`/mural-artists/${cast.citySlug}`, slug);
  }
});
test.afterAll(async () => {
  await asService(`/rest/v1/murals?id=eq.${mural.id}`, 'DELETE');
  await cast.remove();
});

test('the home page leads to artists, cities and a quote', { tag: '@core' }, async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Find a Mural Artist in San Antonio',
  );
  for (const stat of ['50+', '200+', '5★']) {
    await expect(page.getByText(stat, { exact: true }).first()).toBeVisible();
  }
  const main = page.getByRole('main');
  for (const [name, url] of [
    ['Get a Free Quote', /\/quote$/],
    ['View All Artists', /\/artists$/],
    ['View All Cities', /\/service-areas$/],
    ['Join as an Artist', /\/join$/],
  ] as const) {
    await expect(main.getByRole('link', { name }).first()).toHaveAttribute('href', url);
  }
  await main.getByRole('link', { name: 'Get a Free Quote' }).first().click();
  await expect(page.getByRole('button', { name: 'Submit Quote Request' })).toBeVisible();
});

test('the search of the home page leads to the artists it asks for', async ({ page }) => {
  await page.goto('/');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 2 }).first()).toHaveText('Browse by Style');
  await main.getByLabel('What do you want painted?').fill('Realism');
  await main.getByLabel('City', { exact: true }).selectOption('San Antonio');
  await main.getByRole('button', { name: 'Browse Artists' }).click();
  await expect(page).toHaveURL(/\/artists\?q=Realism&city=san-antonio-tx$/);
  await expect(page.getByLabel('Search', { exact: true })).toHaveValue('Realism');
  await expect(page.getByLabel('City', { exact: true })).toHaveValue('san-antonio-tx');
  const cards = page.getByRole('article');
  await expect(cards.filter({ hasNotText: 'San Antonio, TX' })).toHaveCount(0);
  await expect(cards.first()).toBeVisible();
});

test('a word without an end widens no page on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of [`/mural/${mural.slug}`, `/artist/${cast.artists[1]?.slug}`]) {
    await page.goto(path);
    await expect(page.getByRole('main')).toContainText(LONG_WORD);
    await expectToFit(page);
  }
});

test('every page carries its content without JavaScript', { tag: '@core' }, async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const [young, old] = cast.artists;
  for (const [path, ...texts] of [
    ['/', 'Find a Mural Artist in San Antonio'],
    ['/artists', 'View Profile'],
    ['/murals', 'Showing 1-'],
    [`/artist/${young?.slug}`, 'Walls are letters', '1+ Year Experience', 'Lime Wash', cast.style],
    [`/mural-artists/${cast.citySlug}`, young?.name, '⭐ Featured', '1+ Year Experience'],
    [`/mural-artists/${cast.citySlug}`, old?.name, '12+ Years Experience', '4.5', 'No images'],
    [`/mural/${mural.slug}`, 'A heron over the creek.', 'Behind the mill', 'June 2024'],
    [`/mural/${mural.slug}`, `Heron ${cast.tag}`, '20 × 30 ft', young?.name],
    ['/service-areas', 'Join'],
    ['/quote', 'Project Description'],
    ['/thank-you', 'Artists'],
    ['/join', 'Artist'],
  ]) {
    const response = await page.goto(path ?? '?');
    expect([path, response?.status()]).toEqual([path, 200]);
    for (const text of texts) await expect(page.getByRole('main')).toContainText(text ?? '?');
  }
  await page.goto(`/artist/${young?.slug}`);
  await expect(page.locator(`main a[href^="/artists?style=Fresco%20"]`).first()).toBeVisible();
  await page.goto(`/mural/${mural.slug}`);
  for (const href of [`/quote?artist=${young?.id}`, `/artist/${young?.slug}`])
    await expect(page.locator(`main a[href="${href}"]`).first()).toBeVisible();
  await context.close();
});

test('the navigation leads everywhere, on a phone too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  // This browser has sent a request.
  await page.addInitScript(() => {
    const kept = { token: 'a'.repeat(43), reference: 'abc123' };
    localStorage.setItem('mural-request', JSON.stringify(kept));
  });
  await page.goto('/join');
  await page.getByRole('button', { name: /menu/i }).click();
  for (const name of [
    'Home',
    'Artists',
    'Cities',
    'Get a Quote',
    'Join as Artist',
    'Shortlist',
    'Your Request',
    'What a Mural Costs',
    'Login',
    'Register',
  ]) {
    await expect(
      page.getByRole('link', { name, exact: true }).and(page.locator(':visible')).first(),
    ).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await expect(
    page.getByRole('link', { name: 'Register', exact: true }).and(page.locator(':visible')),
  ).toHaveCount(0);
});

test('the newsletter checks the address, waits a second and thanks', async ({ page }) => {
  await page.goto('/artists');
  const email = page.getByRole('complementary').getByLabel('Email', { exact: true });
  const subscribe = page.getByRole('button', { name: 'Subscribe' });
  await email.fill('not an address');
  await subscribe.click();
  await expect(toast(page, 'Please enter a valid email address')).toBeVisible();
  await expect(email).toBeFocused();
  await email.fill('rosa@example.com');
  // What lasts a second is seen for as long as it takes to look.
  const seen = Promise.withResolvers<void>();
  await page.route('**/rpc/subscribe_newsletter', (route) =>
    seen.promise.then(() => route.continue()),
  );
  await subscribe.click();
  await expect(page.getByRole('button', { name: 'Subscribing…' })).toBeVisible();
  // What is typed meanwhile stays.
  await email.fill('second@example.com');
  seen.resolve();
  await expect(toast(page, 'Thanks for subscribing!')).toBeVisible();
  await expect(email).toHaveValue('second@example.com');
  await subscribe.click();
  await expect(email).toHaveValue('');
});

test('a page is laid out to its end before anybody scrolls', async ({ page }) => {
  await page.goto('/');
  const end = page.getByRole('region', { name: 'Find Artists by City' }).getByText('Austin');
  await expect
    .poll(() => end.evaluate((line) => line.checkVisibility({ contentVisibilityAuto: true })))
    .toBe(true);
});

test('a press that comes before the page is awake is not lost', async ({ page }) => {
  await page.goto('/artists');
  await page.evaluate(() => {
    const form = document.querySelector<HTMLFormElement>('aside form');
    if (form) (form.elements.namedItem('email') as HTMLInputElement).value = 'rosa@example.com';
    form?.requestSubmit();
  });
  await expect(toast(page, 'Thanks for subscribing!')).toBeVisible();
  await expect(page).toHaveURL(/\/artists$/);
});

test('the newsletter says when it cannot', async ({ page }) => {
  await page.goto('/artists');
  const email = page.getByRole('complementary').getByLabel('Email', { exact: true });
  await email.fill('rosa@example.com');
  await page.waitForLoadState('networkidle');
  await page.route('**/_astro/*.js', (route) => route.abort());
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(toast(page, 'Failed to subscribe. Please try again.')).toBeVisible();
});
