import { expectAccessible } from '../fixtures/account-support.ts';
import { asService } from '../fixtures/admin-support.ts';
import { type Cast, castOf, type MadeArtist, published } from '../fixtures/artists.ts';
import { choice, fill, openForm, quote, sendToArtists, submitButton } from '../fixtures/quote.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

let cast: Cast;

test.beforeAll(async () => {
  // The best standing there is, and a style that no other story's artists have: they are the matches of a quote.
  cast = await castOf(3, (i) => ({
    featured: true,
    average_rating: 5,
    styles: ['Realistic'],
    minimum_price: i === 0 ? 12_500 : null,
  }));
  for (const { slug } of cast.artists) {
    await published(`/artist/${slug}`);
    await published(`/mural-artists/${cast.citySlug}`, slug);
  }
  // The cards that a search looks through follow the pages.
  await published('/search/artists.json', cast.city);
});
// They only step back: somebody of another story may have them to choose from just now.
test.afterAll(async () => {
  const ids = cast.artists.map(({ id }) => id).join();
  await asService(`/rest/v1/artists?id=in.(${ids})`, 'PATCH', {
    featured: false,
    average_rating: 0,
  });
});

const artist = (i: number) => cast.artists[i] as MadeArtist;
const heart = (page: Page, i: number) =>
  page.getByRole('main').getByRole('button', { name: `Save ${artist(i).name}` });
const link = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Shortlist/ });
const list = (page: Page) => page.locator('#shortlist').getByRole('listitem');

test('a visitor saves artists, finds them again and lets one go', async ({ page, context }) => {
  await page.goto(`/mural-artists/${cast.citySlug}`);
  await expect(link(page)).toHaveCount(0);
  await heart(page, 0).click();
  await expect(heart(page, 0)).toHaveAttribute('aria-pressed', 'true');
  await expect(link(page)).toHaveAccessibleName('Shortlist: 1 artist');

  await page.goto(`/artist/${artist(1).slug}`);
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await expect(save).toHaveAttribute('aria-pressed', 'false');
  const other = await context.newPage();
  await other.goto('/join');
  await save.press('Enter');
  await expect(save).toHaveAttribute('aria-pressed', 'true');
  await expect(link(other)).toHaveAccessibleName('Shortlist: 2 artists');
  await other.close();

  await link(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Shortlist');
  await expect(list(page)).toHaveText([
    new RegExp(`${artist(1).name}.*${cast.city}`),
    new RegExp(`${artist(0).name}.*${cast.city}`),
  ]);
  // Each card says the same things, so that they compare.
  await expect(list(page).nth(0)).toContainText('Walls fromNot said');
  await expect(list(page).nth(1)).toContainText('Walls from$12,500Next freeFree now');
  await expectAccessible(page);
  await expect(list(page).first().getByRole('link')).toHaveAttribute(
    'href',
    `/artist/${artist(1).slug}`,
  );

  // The keyboard is not lost with the card.
  await list(page).first().getByRole('button').press('Enter');
  await expect(list(page)).toHaveCount(1);
  await expect(list(page).first().getByRole('button')).toBeFocused();
  await list(page).first().getByRole('button').press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No saved artists yet');
  await expect(page.getByRole('main').getByRole('link', { name: 'Browse Artists' })).toBeFocused();
  await expect(link(page)).toHaveCount(0);
});

test('a request to a shortlist asks for its artists first', async ({ page }) => {
  // Neither the style nor the city of the request is theirs: they are there because they were asked for.
  await page.goto(`/mural-artists/${cast.citySlug}`);
  for (const i of [1, 2]) {
    await heart(page, i).click();
    // The first press waits for its code, and the list is in the order of saving.
    await expect(heart(page, i)).toHaveAttribute('aria-pressed', 'true');
  }
  await page.goto('/shortlist');
  await page.getByRole('main').getByRole('link', { name: 'Ask These 2 for Quotes' }).click();
  await expect(page).toHaveURL(`/quote?artists=${artist(2).slug}%2C${artist(1).slug}`);
  await expect(page.getByText('Your request is for')).toHaveText(
    `Your request is for ${artist(2).name} and ${artist(1).name}`,
  );
  await fill(page, quote({ City: 'El Paso', 'Style Preference': 'lettering' }));
  await submitButton(page).click();
  const cards = choice(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('checkbox') });
  await expect(cards.nth(0)).toContainText(artist(2).name);
  await expect(cards.nth(1)).toContainText(artist(1).name);
  for (const i of [0, 1]) {
    await expect(cards.nth(i)).toContainText('asked for by name');
    await expect(cards.nth(i).getByRole('checkbox')).toBeChecked();
  }
  await expect(sendToArtists(page)).toHaveText('Send to 2 Artists');
  await sendToArtists(page).click();
  await expect(page.getByText('Project sent to 2 artist(s)!')).toBeVisible();
});

test('whoever is saved is chosen among the matches, and says why in their profile', async ({
  page,
}) => {
  await page.goto(`/mural-artists/${cast.citySlug}`);
  await heart(page, 1).click();
  await expect(link(page)).toBeVisible();
  await openForm(page);
  await fill(page, quote({ City: cast.city, 'Style Preference': 'realistic' }));
  await submitButton(page).click();
  const box = (i: number) => choice(page).getByRole('checkbox', { name: artist(i).name });
  await expect(box(1)).toBeChecked();
  await expect(box(0)).not.toBeChecked();
  await expect(sendToArtists(page)).toHaveText('Send to 1 Artist');
  // Each card says why, and opens what its artist's page says.
  const card = choice(page)
    .getByRole('listitem')
    .filter({ hasText: artist(0).name });
  await expect(card).toContainText(`paints Realistic · works in ${cast.city}`);
  await card.getByRole('button', { name: `View Profile of ${artist(0).name}` }).click();
  const sheet = page.getByRole('dialog', { name: artist(0).name });
  await expect(sheet.getByRole('link', { name: 'Full Profile' })).toHaveAttribute(
    'href',
    `/artist/${artist(0).slug}`,
  );
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Choose This Artist' }).click();
  await expect(sheet).toBeHidden();
  await expect(box(0)).toBeChecked();
  await expect(sendToArtists(page)).toHaveText('Send to 2 Artists');
});
