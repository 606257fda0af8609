import { toast } from '../fixtures/account-support.ts';
import { fill, openForm, quote, submitButton } from '../fixtures/quote.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

/** Counts what other tabs tell this one, from its first script on. */
const countEvents = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(globalThis, { storageEvents: 0 });
    addEventListener('storage', () => {
      (globalThis as unknown as { storageEvents: number }).storageEvents += 1;
    });
  });
const eventsIn = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { storageEvents: number }).storageEvents);

/** The form counts the letters of the description: it is awake, and answers. */
async function type(page: Page, text: string) {
  await page.getByLabel('Project Description').fill(text);
  await expect(page.getByText(`${text.length} / `)).toBeVisible();
}

test('two forms side by side leave each other alone, and each keeps its text', async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  await page.goto('/');
  await page.evaluate(() => {
    const artist = { slug: 'x', name: 'Marisol Vega', place: '', image: null };
    localStorage.setItem('mural-shortlist', JSON.stringify([artist]));
  });
  for (const [tab, name] of [
    [page, 'Rosa'],
    [other, 'Delia'],
  ] as const) {
    await countEvents(tab);
    await openForm(tab);
    await fill(tab, { Name: name });
    // It has a text of its own now, and takes none of the other tab's.
    const own = () => tab.evaluate(() => sessionStorage.getItem('quote.draft'));
    await expect.poll(own).toContain(name);
  }
  await type(page, 'A wall by the river');
  await type(other, 'A door');
  await fill(page, { City: 'Seguin' });
  // Long enough for two tabs that wake each other to be at thousands.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 1500)));
  for (const tab of [page, other]) expect(await eventsIn(tab)).toBeLessThan(20);
  await type(page, 'A wall by the river, with herons');
  await type(other, 'A door and a gate');

  for (const tab of [page, other]) await tab.reload();
  await expect(page.getByLabel('Project Description')).toHaveValue(
    'A wall by the river, with herons',
  );
  await expect(page.getByLabel('City', { exact: true })).toHaveValue('Seguin');
  await expect(other.getByLabel('Project Description')).toHaveValue('A door and a gate');
  // Whoever comes anew finds what was typed last.
  const third = await context.newPage();
  await openForm(third);
  await expect(third.getByLabel('Project Description')).toHaveValue('A door and a gate');
});

test('a press in one tab wakes another a few times at most, on every kind of page', async ({
  page,
  context,
}) => {
  const paths = ['/', '/artists', '/quote', '/shortlist', '/auth', '/service-areas'];
  const others: Page[] = [];
  for (const path of paths) {
    const other = await context.newPage();
    await countEvents(other);
    await other.goto(path);
    await other.mouse.move(200, 300);
    others.push(other);
  }
  await page.goto('/artists');
  await page
    .getByRole('button', { name: /^Save / })
    .first()
    .click();
  await page.getByRole('contentinfo').getByRole('button', { name: 'Theme' }).click();
  await expect(page.locator('#shortlist-link')).toHaveText('1');
  await page.evaluate(() => new Promise((done) => setTimeout(done, 1000)));
  for (const other of others) expect(await eventsIn(other)).toBeLessThan(12);
});

test.describe('a browser that refuses storage', () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('The operation is insecure.', 'SecurityError');
          },
        });
      }
    });
  });

  test('sends a request over a lost answer, once, and says what it cannot keep', async ({
    page,
  }) => {
    let said = false;
    const keys = new Set<string>();
    await page.route('**/rpc/submit_lead', async (route) => {
      keys.add(JSON.parse(route.request().postData() ?? '{}').p_key);
      return said ? route.continue() : route.abort('connectionreset');
    });
    await openForm(page);
    const text = quote();
    await fill(page, text);
    await expect(page.getByText('This browser can’t save what you type')).toBeVisible();
    await submitButton(page).click();
    await expect(page.getByText('We haven’t confirmed your request yet.')).toBeVisible();
    said = true;
    await expect(toast(page, 'Quote request submitted successfully!')).toBeVisible();
    expect([...keys]).toHaveLength(1);
  });

  test('asks before typed text is left', async ({ page }) => {
    await openForm(page);
    await type(page, 'A wall by the river');
    const asked: string[] = [];
    page.on('dialog', async (dialog) => {
      asked.push(dialog.type());
      await dialog.dismiss();
    });
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Cities' })
      .click();
    await expect.poll(() => asked).toEqual(['beforeunload']);
    await expect(page.getByLabel('Project Description')).toHaveValue('A wall by the river');
  });

  test('keeps a shortlist for the page, and says so', async ({ page }) => {
    await page.goto('/artists');
    const hearts = page.getByRole('button', { name: /^Save / });
    await hearts.nth(0).click();
    await hearts.nth(1).click();
    await expect(hearts.nth(0)).toHaveAttribute('aria-pressed', 'true');
    await expect(hearts.nth(1)).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByText('can’t keep your shortlist').first()).toBeVisible();
  });
});

test('a full storage loses nothing that was kept, and nothing that is typed', async ({ page }) => {
  await openForm(page);
  await type(page, 'Half a sentence');
  await page.evaluate(() => {
    let letters = 'x'.repeat(1 << 20);
    for (let n = 0; letters.length > 0; ) {
      try {
        localStorage.setItem(`filler-${n}`, letters);
        n += 1;
      } catch {
        letters = letters.slice(letters.length / 2 + 0.5);
      }
    }
  });
  const long = 'A whole sentence, and then another one that is longer than there is room for';
  await type(page, long);
  await expect(page.getByText('This browser can’t save what you type')).toBeVisible();
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith('filler')) localStorage.removeItem(key);
  });
  await type(page, `${long}.`);
  await page.reload();
  await expect(page.getByLabel('Project Description')).toHaveValue(`${long}.`);
});
