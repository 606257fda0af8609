import { service } from './fixtures/api.ts';
import { expect, test } from './fixtures/test.ts';

test('an artist’s page prints as one sheet with its address and nothing to press', async ({
  page,
}) => {
  const [artist] = await service<{ slug: string; name: string }[]>(
    'artists?select=slug,name&public_visible=eq.true&featured=eq.true&order=created_at&limit=1',
  );
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.goto(`/artist/${artist?.slug}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(artist?.name ?? '?');
  await expect(page.getByRole('heading', { name: 'Portfolio' })).toBeVisible();
  for (const role of ['banner', 'contentinfo', 'button', 'navigation'] as const)
    await expect(page.getByRole(role)).toHaveCount(0);
  await expect(page.getByRole('link', { name: /quote|account/i })).toHaveCount(0);
  const address = await page.evaluate(() => {
    const link = document.querySelector('[rel="canonical"]') as Element;
    const box = link.getBoundingClientRect();
    return { text: getComputedStyle(link, '::after').content, height: box.height };
  });
  expect(address.text).toContain(`/artist/${artist?.slug}`);
  expect(address.height).toBeGreaterThan(8);
  // Dark ink on white, whatever the screen shows.
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(27, 22, 56)');
  const sheet = await page.pdf({ format: 'Letter', printBackground: true });
  expect(sheet.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});
