import { setTimeout as sleep } from 'node:timers/promises';
import { expect, type Page, type Route } from '@playwright/test';

declare global {
  interface Window {
    calm?: PerformanceObserver;
    shifted: { value: number; what: string[] }[];
  }
}

interface Shift {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

/** How much of what is seen may move by itself when something was done. */
const MOST = 0.02;

/**
 * Does something that changes a page: nothing that stays there moves, and the focus is on the heading that says what has
 * come of it, in the upper half of the window.
 */
export function actCalmly(page: Page, heading: string | RegExp, act: () => Promise<unknown>) {
  return actInPlace(page, act, async () => {
    const place = page.getByRole('heading', { name: heading });
    await expect(place).toBeFocused();
    const { y = -1 } = (await place.boundingBox()) ?? {};
    const height = page.viewportSize()?.height ?? 0;
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y).toBeLessThan(height * 0.6);
  });
}

/**
 * Does something until it has `come`: nothing that stays there moves. What moves within half a second of a press is that
 * press's doing, so the answers come later than that, as those of a slow network do.
 */
export async function actInPlace(
  page: Page,
  act: () => Promise<unknown>,
  come: () => Promise<unknown>,
): Promise<void> {
  await page.route('**/rest/v1/rpc/**', later);
  await page.evaluate(() => {
    window.shifted = [];
    window.calm?.disconnect();
    window.calm = new PerformanceObserver((list) => {
      // A dialog that asks the next thing is laid out anew over the page.
      for (const entry of list.getEntries() as (PerformanceEntry & Shift)[])
        if (
          !entry.hadRecentInput &&
          !entry.sources.every(({ node }) => (node as Element | null)?.closest?.('dialog'))
        )
          window.shifted.push({
            value: entry.value,
            what: entry.sources.map(
              ({ node, previousRect: { y }, currentRect }) =>
                `${y} to ${currentRect.y}: ${(node as Element | null)?.outerHTML?.slice(0, 120)}`,
            ),
          });
    });
    window.calm.observe({ type: 'layout-shift' });
  });
  await act();
  await come();
  const shifted = await page.evaluate(() => window.shifted);
  const sum = shifted.reduce((all, { value }) => all + value, 0);
  expect(sum, JSON.stringify(shifted, null, 1)).toBeLessThanOrEqual(MOST);
  await page.unroute('**/rest/v1/rpc/**', later);
}

const later = async (route: Route) => {
  await sleep(600);
  await route.fallback();
};
