import { randomUUID } from 'node:crypto';
import { pauseChoices } from '#features/artists/pause.ts';
import { expectAccessible, profileOf, toast } from '../fixtures/account-support.ts';
import { person, signIn } from '../fixtures/admin-support.ts';
import { choice, fill, openForm, quote, submitButton } from '../fixtures/quote.ts';
import { expect, test } from '../fixtures/test.ts';

const MONTH = pauseChoices()[3]?.label ?? '';
const NOTE = `No new requests until ${MONTH}`;

test('an artist pauses; page, quote form and calls respect it until requests are taken again', async ({
  page,
  browser,
}) => {
  const artist = await person('artist');
  const tag = randomUUID().slice(0, 8);
  const over = { name: `Paz ${tag}`, city: `Pausa ${tag}`, state: 'TX' };
  const mine = await profileOf(artist, over);
  const path = `/artist/${mine.slug}`;
  const published = () => page.request.get(path).then((answer) => answer.text());
  await expect.poll(published).toContain('Request Quote');

  const context = await browser.newContext();
  const visitor = await context.newPage();
  await signIn(visitor, await person('client'));

  await signIn(page, artist);
  await page.goto('/dashboard/artist/settings');
  await page.getByLabel('No new requests until').selectOption({ label: MONTH });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Pause New Requests' }).click();
  await expect(toast(page, NOTE)).toBeVisible();
  const again = page.getByRole('button', { name: 'Take Requests Again' });
  await expect(again).toBeFocused();
  await expect(
    page.getByRole('banner').getByRole('link', { name: `Paused until ${MONTH}` }),
  ).toBeVisible();
  await expectAccessible(page);

  await expect.poll(published).toContain(NOTE);
  await visitor.goto(path);
  await expect(visitor.getByText(NOTE)).toBeVisible();
  await expect(visitor.getByText(/Request Quote|Book Consultation|Ask for a quote/)).toHaveCount(0);
  await expectAccessible(visitor);
  await visitor.getByRole('link', { name: 'See similar artists' }).click();
  await expect(visitor.getByRole('heading', { name: over.name })).toBeVisible();

  await openForm(visitor, `?artist=${mine.id}`);
  await expect(
    visitor.getByText(`${over.name} takes no new requests until ${MONTH}. Send`),
  ).toBeVisible();
  await fill(visitor, quote({ City: over.city }));
  await submitButton(visitor).click();
  await expect(choice(visitor).getByRole('checkbox').first()).toBeVisible();
  await expect(choice(visitor).getByText(over.name)).toHaveCount(0);
  await context.close();

  await again.click();
  await expect(toast(page, 'You take requests again')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pause New Requests' })).toBeFocused();
  await expect.poll(published).toContain('Request Quote');
  expect(await published()).not.toContain('No new requests');
  await openForm(page, `?artist=${mine.id}`);
  await expect(page.getByText(`Your request is for ${over.name}`)).toBeVisible();
  await fill(page, quote({ City: over.city }));
  await submitButton(page).click();
  await expect(choice(page).getByRole('checkbox', { name: `Select ${over.name}` })).toBeChecked();
});
