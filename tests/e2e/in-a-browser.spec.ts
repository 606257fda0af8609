import { writeFile } from 'node:fs/promises';
import { fillSignIn, PASSWORD, photo, profileOf, toast } from './account-support.ts';
import { person, signIn } from './admin-support.ts';
import { fill, quote } from './fixtures/quote.ts';
import { expect, type Page, test } from './fixtures/test.ts';

/** Puts every text into `<font><font>` as soon as it is there, as Chrome's translation does, and goes on doing so. */
async function translate(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const done = new WeakSet<Node>();
    const isLeft = (text: Text) =>
      !done.has(text) &&
      text.data.trim() !== '' &&
      text.parentElement?.closest('script,style,noscript,textarea,svg,template') === null;
    const wrap = (text: Text) => {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      const words = document.createTextNode(text.data);
      done.add(words);
      inner.append(words);
      outer.append(inner);
      text.replaceWith(outer);
    };
    const all = () => {
      const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
      const found: Text[] = [];
      while (walker.nextNode())
        if (isLeft(walker.currentNode as Text)) found.push(walker.currentNode as Text);
      found.forEach(wrap);
    };
    new MutationObserver(all).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
}

/** What the page threw; React says there what it could not do. */
function thrownOn(page: Page): string[] {
  const thrown: string[] = [];
  page.on('pageerror', (error) => thrown.push(String(error)));
  return thrown;
}

/** Writes into a field as some password managers do, without an event, past the page's own scripts or through them. */
const fillSilently = (page: Page, label: string, value: string, past: boolean) =>
  page.getByLabel(label, { exact: true }).evaluate(
    (field: HTMLInputElement | HTMLTextAreaElement, [text, isPast]) => {
      const set = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set;
      if (isPast) set?.call(field, text);
      else field.value = text;
    },
    [value, past] as const,
  );

/** Drops a file on an element as a browser does; false where the page would be left for it. */
const stayedWith = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['x'], 'wall.jpg', { type: 'image/jpeg' }));
      const options = { dataTransfer, bubbles: true, cancelable: true };
      return ['dragover', 'drop'].every(
        (type) => !element.dispatchEvent(new DragEvent(type, options)),
      );
    });

test('a file that is dropped beside its place leaves no page', async ({ page }) => {
  const mural = await page.request.get('/murals').then((answer) => answer.text());
  const [, first] = /href="(\/mural\/[^"]+)"/.exec(mural) ?? [];
  // None of them has loaded React by then, and some never do.
  for (const path of ['/quote', '/request', '/auth', '/terms', '/offline', first ?? '']) {
    await page.goto(path);
    // Nothing is typed before the page is touched.
    await page.locator('a').last().focus();
    await expect.poll(() => stayedWith(page, 'h1'), { message: path }).toBe(true);
    expect(await stayedWith(page, 'a'), path).toBe(true);
  }
  for (const role of ['artist', 'admin'] as const) {
    await signIn(page, await person(role));
    await page.goto(`/dashboard/${role}`);
    await expect.poll(() => stayedWith(page, 'body'), { message: role }).toBe(true);
  }
});

test('a file that is dropped on a button for files is chosen', async ({ page }, info) => {
  const { buffer } = await photo('me.jpg');
  const path = info.outputPath('me.jpg');
  await writeFile(path, buffer);
  const artist = await person('artist');
  await profileOf(artist);
  await signIn(page, artist);
  await page.goto('/dashboard/artist/profile');
  const box = await page.getByLabel('Upload photo').boundingBox();
  if (!box) throw new Error('There is no button for photos');
  const devtools = await page.context().newCDPSession(page);
  const at = { x: box.x + box.width / 2, y: box.y + 4 };
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, ...at, data });
  await expect(page.getByRole('dialog', { name: 'Adjust your photo' })).toBeVisible();
});

const PLAIN = () => localStorage.setItem('mural-quote-way', 'plain');
test('somebody who reads the site translated sends a request', async ({ page }) => {
  const thrown = thrownOn(page);
  await translate(page);
  await page.addInitScript(PLAIN);
  await page.goto('/quote');
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Submit Quote' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await fill(page, quote());
  await page.getByRole('button', { name: 'Submit Quote' }).click();
  await expect(toast(page, 'Quote request submitted successfully!')).toBeVisible();
  await expect(page.getByText('Unexpected Application Error!')).toHaveCount(0);
  expect(thrown).toEqual([]);
});

test('an artist who reads the site translated signs in and saves the profile', async ({ page }) => {
  const artist = await person('artist');
  await profileOf(artist);
  const thrown = thrownOn(page);
  await translate(page);
  await page.goto('/auth');
  await fillSignIn(page, artist.email, 'wrong-password');
  await expect(toast(page, 'Invalid login credentials')).toBeVisible();
  await fillSignIn(page, artist.email);
  await expect(page).not.toHaveURL(/\/auth/);
  await page.goto('/dashboard/artist/profile');
  await page.getByLabel('Name', { exact: true }).fill('Greta of the Walls');
  await page.getByRole('button', { name: 'Save Profile' }).click();
  await expect(toast(page, 'Profile updated successfully')).toBeVisible();
  await expect(page.getByText('Unexpected Application Error!')).toHaveCount(0);
  expect(thrown).toEqual([]);
});

for (const past of [true, false]) {
  const how = past ? 'past the scripts of the page' : 'by a script in the page';
  test(`what a password manager fills in ${how} signs in`, async ({ page }) => {
    const client = await person('client');
    await page.goto('/auth');
    await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
    await fillSilently(page, 'Email', client.email, past);
    await fillSilently(page, 'Password', PASSWORD, past);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page).not.toHaveURL(/\/auth/);
  });

  test(`what is filled in ${how} stays in a request while the rest is typed`, async ({ page }) => {
    await page.addInitScript(PLAIN);
    await page.goto('/quote');
    await page.getByLabel('City', { exact: true }).pressSequentially('San Antonio');
    await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
    const text = quote();
    const { Name, Email, ...typed } = text;
    await fillSilently(page, 'Name', Name, past);
    await fillSilently(page, 'Email', Email, past);
    await fill(page, typed as typeof text);
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(Name);
    await page.getByRole('button', { name: 'Submit Quote' }).click();
    await expect(toast(page, 'Quote request submitted successfully!')).toBeVisible();
  });
}

for (const hours of [-24, -1, 1, 24]) {
  test(`with a clock ${hours} h off one signs in, and once it is set right one stays so`, async ({
    page,
  }) => {
    const client = await person('client');
    const asked: string[] = [];
    page.on('request', (sent) => {
      if (sent.url().includes('/auth/v1/token')) asked.push(sent.url());
    });
    await page.clock.setSystemTime(Date.now() + hours * 3_600_000);
    await page.goto('/auth');
    await fillSignIn(page, client.email);
    await expect(page).not.toHaveURL(/\/auth/);
    await page.goto('/dashboard/client/profile');
    await expect(page.getByLabel('Display name', { exact: true })).toBeVisible();
    await page.clock.setSystemTime(Date.now());
    await page.reload();
    await expect(page.getByLabel('Display name', { exact: true })).toBeVisible();
    expect(asked.length).toBeLessThanOrEqual(3);
  });
}
