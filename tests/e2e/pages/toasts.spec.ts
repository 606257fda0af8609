import { profileOf, toast, uploadPicture } from '../fixtures/account-support.ts';
import { lead, person, signIn } from '../fixtures/admin-support.ts';
import { type Cast, castOf } from '../fixtures/artists.ts';
import { choice, fill, openForm, quote, sendToArtists, submitFrom } from '../fixtures/quote.ts';
import { expect, type Locator, type Page, test } from '../fixtures/test.ts';

/** Toasts: they cover nothing that somebody is about to press, and a dialog neither dims nor silences them. */
test.use({ reducedMotion: 'no-preference' });

const PHONE = { width: 390, height: 800 };
const DESK = { width: 1280, height: 720 };
let cast: Cast;
test.beforeAll(async () => {
  cast = await castOf(3, () => ({ featured: true, average_rating: 5 }));
});
test.afterAll(() => cast?.remove());

const shown = (page: Page) => page.getByLabel('Notifications').getByRole('listitem');

/** Where the toasts are once they have come to rest. */
async function places(page: Page): Promise<DOMRect[]> {
  await expect(shown(page).first()).toHaveAttribute('data-mounted', 'true');
  return shown(page).evaluateAll(async (items) => {
    await Promise.allSettled(
      items.flatMap((item) => item.getAnimations().map((one) => one.finished)),
    );
    return items.map((item) => item.getBoundingClientRect().toJSON() as DOMRect);
  });
}

/** Which of these lie under a toast, and would be seen without it: not scrolled away, and under nothing else. */
async function covered(page: Page, targets: Locator): Promise<string[]> {
  const toasts = await places(page);
  return targets.evaluateAll((elements, boxes) => {
    const isUnder = (element: Element) => (toast: DOMRect) => {
      const box = element.getBoundingClientRect();
      const [left, right] = [Math.max(box.left, toast.left), Math.min(box.right, toast.right)];
      const [top, bottom] = [Math.max(box.top, toast.top), Math.min(box.bottom, toast.bottom)];
      if (left >= right || top >= bottom) return false;
      const stack = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2);
      const above = stack.slice(0, Math.max(0, stack.indexOf(element)));
      const strangers = above.filter((one) => !one.contains(element) && !element.contains(one));
      return strangers.length > 0 && strangers.every((one) => one.closest('[data-sonner-toaster]'));
    };
    return elements
      .filter((element) => boxes.some(isUnder(element)))
      .map((element) => element.outerHTML.slice(0, 90));
  }, toasts);
}

test('the artists to choose from stay free on a phone', async ({ page }) => {
  // All of the form is on a desktop's page; the last of a phone's steps has the button.
  await page.setViewportSize(DESK);
  await openForm(page);
  await fill(page, quote({ City: cast.city }));
  await page.setViewportSize(PHONE);
  await submitFrom(page);
  await expect(choice(page)).toBeVisible();
  await expect(toast(page, 'Quote request submitted successfully!')).toBeVisible();
  const boxes = choice(page).getByRole('checkbox');
  expect(await covered(page, boxes)).toEqual([]);
  await sendToArtists(page).click();
  await expect(toast(page, 'Please select at least one artist')).toBeVisible();
  const buttons = page.getByRole('button', { name: /^(Send to .*Artists?|Skip)$/ });
  expect(await covered(page, boxes.or(buttons))).toEqual([]);
});

for (const size of [PHONE, DESK])
  test(`over a dialog they are bright, can be pressed and are told at ${size.width} px`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    const admin = await person('admin');
    const name = `Ines ${admin.id.slice(-8)}`;
    await lead(name, 'https://spam.example');
    await signIn(page, admin);
    await page.goto(`/dashboard/admin/leads?q=${encodeURIComponent(name)}`);
    await page.getByRole('button', { name }).click();
    const dialog = page.getByRole('dialog', { name: new RegExp(name) });
    await dialog.getByRole('button', { name: 'Not Spam' }).click();
    // By role: what a modal dialog makes inert has none.
    const told = page
      .getByRole('region', { name: /Notifications/ })
      .getByText('Marked as not spam');
    await expect(told).toBeVisible();
    expect(await covered(page, dialog.getByLabel('Find an artist'))).toEqual([]);
    await page.getByRole('button', { name: 'Close toast' }).click();
    await expect(told).toBeHidden();
    await expect(dialog).toBeVisible();
  });

test('one about the same takes the place of the last', async ({ page }) => {
  const owner = await person('artist');
  const url = await uploadPicture(owner, '#c2185b');
  await profileOf(owner, {
    city: 'Austin',
    state: 'TX',
    styles: ['Folk Art'],
    portfolio_images: [url],
  });
  await signIn(page, owner);
  await page.goto('/dashboard/artist/profile');
  const visibility = page.getByRole('switch', { name: 'Public profile' });
  await visibility.click();
  await expect(toast(page, 'Profile is now private')).toBeVisible();
  await visibility.click();
  await expect(toast(page, 'Profile is now public')).toBeVisible();
  expect(await toast(page, 'Profile is now private').count()).toBe(0);
});
