import { DASHBOARD_TABS } from '#config/dashboard-tabs.ts';
import { PUBLIC_PAGES } from '../fixtures/public-pages.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

/** Letters of 32 px, chosen in the browser, on a phone: everything stays within the screen and can be read. */
const SCREEN = { width: 390, height: 800 };
const LETTERS = 32;
const PASSWORD = 'mural-demo-2026';

test('every public page can be read in large letters', async ({ page }) => {
  test.setTimeout(360_000);
  await enlarge(page);
  for (const path of PUBLIC_PAGES) await expectToBeRead(page, path || '/');
});

for (const [role, tabs] of Object.entries(DASHBOARD_TABS)) {
  test(`the dashboard of role ${role} can be read in large letters`, async ({ page }) => {
    test.setTimeout(360_000);
    await page.goto('/auth');
    await page.getByLabel('Email').fill(`${role}@example.com`);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page).not.toHaveURL(/\/auth/);
    await enlarge(page);
    for (const tab of tabs) await expectToBeRead(page, `/dashboard/${role}/${tab}`);
    // The site's header has more in it for those who are signed in.
    await expectToBeRead(page, '/terms');
  });
}

async function enlarge(page: Page): Promise<void> {
  await page.setViewportSize(SCREEN);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: LETTERS, fixed: LETTERS } });
}

async function expectToBeRead(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect.soft(await cutOff(page), path).toEqual([]);
}

/** Texts and fields that end beyond the screen, or beyond a box that hides what is outside it. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const found = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : [];
    /** Null where the element can be scrolled to, or is for readers of the screen only. */
    const edgesOf = (element: Element) => {
      let [left, right] = [0, clientWidth];
      for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
        const { overflowX, position, textOverflow } = getComputedStyle(at);
        const box = at.getBoundingClientRect();
        if (/auto|scroll/.test(overflowX) || textOverflow === 'ellipsis') return null;
        if (position === 'absolute' && box.width <= 1) return null;
        if (/hidden|clip/.test(overflowX)) {
          left = Math.max(left, box.left);
          right = Math.min(right, box.right);
        }
      }
      return { left, right };
    };
    const look = (element: Element, rects: Iterable<DOMRect>, name: string) => {
      if (!element.checkVisibility({ visibilityProperty: true })) return;
      const edges = edgesOf(element);
      for (const { left, right, width } of edges ? rects : [])
        if (edges && width > 1 && (left < edges.left - 2 || right > edges.right + 2))
          found.push(`${name.trim().slice(0, 40)}: ${Math.round(left)} to ${Math.round(right)}`);
    };
    /** Whether the chosen value can be read: whole, or word by word where it goes on in the next line. */
    const fits = (select: HTMLSelectElement) => {
      const { appearance, font, paddingLeft, paddingRight } = getComputedStyle(select);
      const wraps = appearance === 'none';
      const value = select.selectedOptions[0]?.label ?? '';
      const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
      pen.font = font;
      const arrow = wraps ? 0 : 16;
      const sides = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight) + arrow;
      const parts = wraps ? value.split(' ') : [value];
      return parts.every((part) => pen.measureText(part).width <= select.clientWidth - sides + 2);
    };
    const isOver = (a: DOMRect, b: DOMRect) =>
      a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const parent = text.parentElement;
      if (
        !parent ||
        !text.textContent?.trim() ||
        parent.closest('option, textarea, svg :not(text)')
      )
        continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      look(parent, range.getClientRects(), text.textContent);
    }
    for (const field of document.querySelectorAll('button, input, select, textarea'))
      look(field, field.getClientRects(), field.outerHTML);
    // One that is seen through shows no value.
    for (const select of document.querySelectorAll('select'))
      if (
        select.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        !fits(select)
      )
        found.push(`the value ${select.selectedOptions[0]?.label} is wider than its field`);
    for (const chart of document.querySelectorAll('svg[role=img]')) {
      const names = [...chart.querySelectorAll(':scope > text')].map((text) => ({
        text: text.textContent,
        box: text.getBoundingClientRect(),
      }));
      for (const [n, { text, box }] of names.entries())
        for (const other of names.slice(n + 1))
          if (isOver(box, other.box)) found.push(`${text} lies over ${other.text} in a chart`);
    }
    return [...new Set(found)];
  });
}
