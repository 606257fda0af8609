import { profileOf, sendRequest } from '../fixtures/account-support.ts';
import { person } from '../fixtures/admin-support.ts';
import { demoArtist, demoMural } from '../fixtures/demo.ts';
import { expect, test } from '../fixtures/test.ts';

test('an artist’s page prints as one sheet with its address and nothing to press', async ({
  page,
}) => {
  const artist = await demoArtist();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.goto(`/artist/${artist.slug}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(artist.name);
  await expect(page.getByRole('heading', { name: 'Portfolio' })).toBeVisible();
  for (const role of ['banner', 'contentinfo', 'button', 'navigation'] as const)
    await expect(page.getByRole(role)).toHaveCount(0);
  await expect(page.getByRole('link', { name: /quote|account/i })).toHaveCount(0);
  const address = await page.evaluate(() => {
    const link = document.querySelector('[rel="canonical"]') as Element;
    const box = link.getBoundingClientRect();
    return { text: getComputedStyle(link, '::after').content, height: box.height };
  });
  expect(address.text).toContain(`/artist/${artist.slug}`);
  expect(address.height).toBeGreaterThan(8);
  // Dark ink on white, whatever the screen shows.
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(27, 22, 56)');
  const sheet = await page.pdf({ format: 'Letter', printBackground: true });
  expect(sheet.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

/** Headings in sight with no words and no picture in their section but links and buttons, which paper cannot press. */
function bareHeadings(): string[] {
  const seen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.getBoundingClientRect().height > 1;
  return [...document.querySelectorAll('main h2, main h3')].filter(seen).flatMap((heading) => {
    const section = heading.closest('article, section, aside, nav') ?? heading;
    const words = [...section.querySelectorAll('p, dd, li, td, h3, label')].filter(
      (part) => part !== heading && seen(part) && part.textContent?.trim(),
    );
    const pictures = [...section.querySelectorAll('img, svg')].filter(seen);
    return words.length + pictures.length === 0 ? [heading.textContent ?? ''] : [];
  });
}

test('no page prints a heading with nothing under it, or something to press', async ({ page }) => {
  const [artist, mural] = [await demoArtist(), await demoMural()];
  await page.emulateMedia({ media: 'print' });
  for (const path of [
    `/artist/${artist.slug}`,
    `/mural/${mural.slug}`,
    '/mural-artists/san-antonio-tx',
    '/artists',
    '/',
    '/service-areas',
    '/join',
    '/privacy',
    '/terms',
  ]) {
    await page.goto(path);
    expect(await page.evaluate(bareHeadings), path).toEqual([]);
    for (const role of ['button', 'searchbox', 'combobox'] as const)
      await expect(page.getByRole(role), path).toHaveCount(0);
  }
});

test('a request prints dark on white, with who has it and nothing to press', async ({ page }) => {
  const profile = await profileOf(await person('artist'));
  const { token } = await sendRequest(null, 'Rosa Delgado', 'A wall by the river', [profile]);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.goto(`/request#${token}`);
  await expect(page.getByText('A wall by the river')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Sent to' })).toContainText(profile.name);
  for (const role of ['banner', 'contentinfo', 'button', 'navigation'] as const)
    await expect(page.getByRole(role)).toHaveCount(0);
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(27, 22, 56)');
});
