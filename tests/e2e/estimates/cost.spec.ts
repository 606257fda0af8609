import { expectToFit } from '../fixtures/account-support.ts';
import { option } from '../fixtures/quote.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

const answer = (page: Page) => page.getByRole('main').getByRole('status');

test('a visitor reads what walls cost and reckons with their own, by keyboard and without a call', async ({
  page,
  browser,
}) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (/\/(rest|auth|storage)\/v1\//.test(request.url())) calls.push(request.url());
  });
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'What a Mural Costs' }).click();
  const title = 'What does a mural cost in San Antonio?';
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const door = page.getByRole('table', { name: /A door/ });
  await expect(
    door.getByRole('row', { name: /Lettering and shapes \$500 to \$1,500/ }),
  ).toBeVisible();
  await expectToFit(page, 320, 768);

  await expect(answer(page)).toHaveText(/\$3,100 to \$8,100/);
  await page.getByLabel('Width in feet').press('ControlOrMeta+a');
  await page.keyboard.type('40');
  await expect(answer(page)).toHaveText(/\$6,300 to \$1\d,\d00/);
  await page.keyboard.press('Tab');
  await page.keyboard.type('14');
  await expect(page.getByText('Above 12 feet a lift is needed: adds')).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.type('Lettering');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Brick');
  await expect(page.getByText('Brick takes more paint and time than a smooth wall')).toBeVisible();
  const ask = page.getByRole('link', { name: 'Get quotes for this wall' });
  await expect(ask).toHaveAttribute('href', '/quote?size=40x14&surface=brick&city=San%20Antonio');
  await page.getByLabel('Height in feet').fill('');
  await expect(answer(page)).toHaveText('Both sides from 1 to 1000 feet, please.');
  expect(calls).toEqual([]);

  await page.getByLabel('Height in feet').fill('12');
  await ask.click();
  await expect(page.getByLabel('Mural Size')).toHaveValue('40 x 12 ft');
  await expect(page.getByLabel('City', { exact: true })).toHaveValue('San Antonio');
  await expect(option(page, 'Surface Type', 'brick')).toBeChecked();

  const plain = await browser.newContext({ javaScriptEnabled: false });
  const still = await plain.newPage();
  await still.goto('/cost');
  await expect(still.getByRole('table', { name: /A house/ })).toBeVisible();
  await expect(still.getByRole('link', { name: 'artsmurals.com' })).toBeVisible();
  await expect(still.getByLabel('Width in feet')).toBeHidden();
  await plain.close();
});
