import { writeFile } from 'node:fs/promises';
import { fillSignIn, photo, profileOf, toast } from '../fixtures/account-support.ts';
import { leadsOf, person, signIn } from '../fixtures/admin-support.ts';
import { DEMO_MURAL } from '../fixtures/demo.ts';
import { hold } from '../fixtures/hold.ts';
import { intrude } from '../fixtures/intrude.ts';
import { fill, quote } from '../fixtures/quote.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

/** React found another page than the one it wrote, and draws its own anew. */
const DRAWN_ANEW = 'Minified React error #418';

/** What the page threw; React says there what it could not do. */
function thrownOn(page: Page): string[] {
  const thrown: string[] = [];
  page.on('pageerror', (error) => {
    if (!String(error).includes(DRAWN_ANEW)) thrown.push(String(error));
  });
  return thrown;
}

/** Puts every text into `<font><font>` as soon as it is there, as Chrome's translation does, and goes on doing so. */
async function translate(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const done = new WeakSet<Node>();
    const isLeft = (text: Text) =>
      !done.has(text) &&
      text.data.trim() !== '' &&
      text.parentElement?.closest('title,script,style,noscript,textarea,svg,template') === null;
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
  // None of them has loaded React by then, and some never do.
  for (const path of [
    '/quote',
    '/request',
    '/auth',
    '/terms',
    '/offline',
    `/mural/${DEMO_MURAL.slug}`,
  ]) {
    await page.goto(path);
    await expect.poll(() => stayedWith(page, 'h1'), { message: path }).toBe(true);
    expect(await stayedWith(page, 'a'), path).toBe(true);
  }
  await signIn(page, await person('artist'));
  await page.goto('/dashboard/artist');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => stayedWith(page, 'body')).toBe(true);
});

test('a file that is dropped on a button for files is chosen', async ({ page }, info) => {
  const { buffer } = await photo('me.jpg');
  const path = info.outputPath('me.jpg');
  await writeFile(path, buffer);
  const artist = await person('artist');
  await profileOf(artist);
  await signIn(page, artist);
  await page.goto('/dashboard/artist/profile');
  const devtools = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  // What is still being laid out may move away from under the file.
  await expect(async () => {
    const box = await page.getByLabel('Upload photo').boundingBox();
    if (!box) throw new Error('There is no button for photos');
    const at = { x: box.x + box.width / 2, y: box.y + 4 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await devtools.send('Input.dispatchDragEvent', { type, ...at, data });
    await expect(page.getByRole('dialog', { name: 'Adjust your photo' })).toBeVisible({
      timeout: 5000,
    });
  }).toPass();
});

test('somebody who reads the site translated sends a request', async ({ page }) => {
  const thrown = thrownOn(page);
  await translate(page);
  await page.goto('/quote');
  await page.getByLabel('City', { exact: true }).focus();
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Submit Quote' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await fill(page, quote());
  await page.getByRole('button', { name: 'Submit Quote' }).click();
  await expect(toast(page, 'Quote request submitted successfully!')).toBeVisible();
  await expect(page.getByText('Unexpected Application Error!')).toHaveCount(0);
  expect(thrown).toEqual([]);
});

test('an artist who reads the site translated, with an element beside every field, saves the profile', async ({
  page,
}) => {
  const artist = await person('artist');
  await profileOf(artist);
  const thrown = thrownOn(page);
  await translate(page);
  await intrude(page);
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

for (const role of ['admin', 'artist', 'client'] as const)
  test(`the ${role} goes through every tab and back, translated and with an element beside every field`, async ({
    page,
  }) => {
    test.slow();
    await signIn(page, await person(role));
    const thrown = thrownOn(page);
    await translate(page);
    await intrude(page);
    await page.goto(`/dashboard/${role}`);
    const tabs = page
      .getByRole('navigation', { name: 'Dashboard' })
      .getByRole('link')
      .and(page.locator('[href^="/dashboard/"]'));
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toBeVisible();
    const all = await tabs.all();
    for (const tab of [...all, ...all.toReversed()]) {
      await tab.click();
      await expect(tab).toHaveAttribute('aria-current', 'page');
      await expect(title).toBeVisible();
      await expect(page.getByText('Loading…')).toHaveCount(0);
    }
    await expect(page.getByText('Unexpected Application Error!')).toHaveCount(0);
    expect(thrown).toEqual([]);
  });

const FORM_SCRIPT = /\/_astro\/QuoteForm\.[^/]*\.js/;

test('what is typed and chosen in a translated page before its scripts arrive is sent', async ({
  page,
}) => {
  const text = quote();
  await translate(page);
  const release = await hold(page, FORM_SCRIPT);
  await page.goto('/quote');
  await expect(page.locator('astro-island font').first()).toBeAttached();
  await fill(page, text);
  await page.getByLabel('Phone', { exact: true }).pressSequentially('210 555');
  release();
  // React has drawn the form, and the words go on where they were.
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain(text.Email);
  await page.keyboard.type(' 0188');
  await expect(page.getByLabel('Phone', { exact: true })).toHaveValue('210 555 0188');
  // What is emptied is empty, and no request goes out without a name.
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('');
  await page.getByRole('button', { name: 'Submit Quote Request' }).click();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await name.fill(text.Name);
  await page.getByRole('button', { name: 'Submit Quote Request' }).click();
  await expect(toast(page, 'Quote request submitted successfully!')).toBeVisible();
  const [lead] = await leadsOf(text.Email);
  expect(lead).toMatchObject({ city: text.City, surface_type: 'brick' });
});

test('what is looked for in a translated list before its scripts arrive is found', async ({
  page,
}) => {
  await translate(page);
  const release = await hold(page, FORM_SCRIPT);
  await page.goto('/artists');
  await expect(page.locator('astro-island font').first()).toBeAttached();
  await page.getByLabel('Style', { exact: true }).selectOption('Nature');
  await page.getByRole('searchbox', { name: 'Search' }).fill('San Antonio');
  release();
  await expect(page).toHaveURL(/style=Nature/);
  await expect(page).toHaveURL(/q=San/);
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('San Antonio');
});

for (const hours of [-24, 24]) {
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
