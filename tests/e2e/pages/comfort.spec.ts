import { person, signIn } from '../fixtures/admin-support.ts';
import { DEMO_ARTIST as artist } from '../fixtures/demo.ts';
import { expect, type Locator, test } from '../fixtures/test.ts';

/** What WCAG asks and no walk over the pages can see: keyboard paths, forced colours, reduced motion. */
test('a keyboard skips to the content and opens and leaves the menu', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('What do you want painted?')).toBeFocused();

  const open = page.getByRole('button', { name: 'Open menu' });
  await open.press('Enter');
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu).toBeVisible();
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press('Tab');
    expect(await outside(menu)).toBe(false);
  }
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(open).toBeFocused();
});

/** Whether the focus is on something of the page that the dialog covers; the browser's own bar is neither. */
const outside = (dialog: Locator) =>
  dialog.evaluate((element) => {
    const at = document.activeElement;
    return at !== null && at !== document.body && !element.contains(at);
  });

test('the bar below a form covers no field that has the focus', async ({ page }) => {
  await signIn(page, await person('artist'));
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/dashboard/artist/profile');
  await page.getByRole('textbox', { name: 'Name' }).focus();
  const last = page.getByRole('textbox', { name: 'Social Links' });
  const focused = page.locator(':focus');
  while (!(await last.evaluate((field) => field === document.activeElement))) {
    await page.keyboard.press('Tab');
    expect(await covered(focused), (await focused.getAttribute('name')) ?? '').toBe(false);
  }
});

/** Whether something else lies over the middle of it. */
const covered = (element: Locator) =>
  element.evaluate((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const above = document.elementFromPoint(left + width / 2, top + height / 2);
    return !above || !one.contains(above);
  });

test('forced colours leave edges, focus and the state of a heart to be seen', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`/artist/${artist.slug}`);
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const glyph = () => save.evaluate((node) => getComputedStyle(node, '::before').content);
  const before = await glyph();
  await save.press('Enter');
  await expect(save).toHaveAttribute('aria-pressed', 'true');
  expect(await glyph()).not.toBe(before);
  await expect(save).toHaveCSS('outline-style', 'solid');
  const button = page.getByRole('link', { name: 'Request a Free Quote' });
  await expect(button).toHaveCSS('border-top-style', 'solid');
  await expect(button).not.toHaveCSS('border-top-color', /rgba\(.*, 0\)/);
});

/** What somebody sees of an element besides its colors. */
const edge = (element: Locator) =>
  element.evaluate((node) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(node);
    return `${outlineStyle} ${outlineWidth}`;
  });

test('forced colours leave the current page and what is chosen to be seen', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/artists');
  const pages = page.getByRole('navigation', { name: /page/i });
  for (const [current, other] of [
    [page.locator('.nav-link[aria-current]').first(), page.locator('.nav-link').last()],
    [pages.locator('[aria-current]').first(), pages.locator('a:not([aria-current])').first()],
  ] as const) {
    await expect(current).toBeVisible();
    expect(await edge(current)).toBe('solid 2px');
    expect(await edge(other)).not.toBe('solid 2px');
  }
  const save = page.getByRole('button', { name: /^Save / }).first();
  await save.click();
  await expect(save).toHaveAttribute('aria-pressed', 'true');
  expect(await edge(save)).toBe('solid 2px');

  await page.goto('/auth');
  await page.getByRole('button', { name: "Don't have an account? Sign up" }).click();
  const roles = page.locator('label:has(> [type=radio])');
  const chosen = roles.filter({ has: page.locator(':checked') });
  const left = roles.filter({ hasNot: page.locator(':checked') });
  expect(await edge(chosen)).toBe('solid 2px');
  expect(await edge(left)).not.toBe('solid 2px');

  await signIn(page, await person('admin'));
  await page.goto('/dashboard/admin/leads');
  const here = page.getByRole('link', { name: /^Leads/ }).first();
  await expect(here).toHaveAttribute('aria-current', 'page');
  expect(await edge(here)).toBe('solid 2px');
  expect(await edge(page.getByRole('link', { name: /^People/ }).first())).not.toBe('solid 2px');
});

test('nothing moves for those who asked for it', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  const moving = await page.locator('*').evaluateAll(
    (elements) =>
      elements.filter((element) => {
        const { transitionDuration, animationDuration } = getComputedStyle(element);
        return [transitionDuration, animationDuration].some((times) =>
          times.split(',').some((time) => Number.parseFloat(time) > 0.02),
        );
      }).length,
  );
  expect(moving).toBe(0);
  await page.goto('/join');
  expect(await page.evaluate(() => document.activeViewTransition ?? null)).toBeNull();
});
