import { toast } from '../fixtures/account-support.ts';
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
