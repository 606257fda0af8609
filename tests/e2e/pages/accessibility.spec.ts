import { COLOUR_RULES, comesToRest, violationsOn } from '../fixtures/axe.ts';
import { DEMO_ARTIST, DEMO_MURAL } from '../fixtures/demo.ts';
import { PUBLIC_PAGES } from '../fixtures/public-pages.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

const ARTIST = `/artist/${DEMO_ARTIST.slug}`;

/**
 * WCAG 2.2 AA and axe's best practices, and what axe cannot see of them: no violation on any public page, light and
 * dark, none that scrolls sideways, nothing too small to press.
 */
const CORE = [
  '',
  '/artists',
  '/murals',
  '/quote',
  '/join',
  '/auth',
  ARTIST,
  `/mural/${DEMO_MURAL.slug}`,
];

test.use({ colorScheme: 'light' });
test.beforeEach(({ page }) => page.clock.install());

for (const path of PUBLIC_PAGES)
  test(`${path || '/'} is accessible, light and dark, narrow and wide`, {
    tag: CORE.includes(path) ? ['@core'] : [],
  }, async ({ page }) => {
    await page.goto(path || '/');
    await awake(page);
    await expectAccessible(page, path);
    await expectToFit(page, path);
  });

test('what a visitor makes of a page is accessible as well', async ({ page }) => {
  await page.goto(ARTIST);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => page.evaluate(() => localStorage['mural-recent'] ?? '')).not.toBe('');
  // Whatever it opens, its policy allows.
  await page.getByRole('button', { name: 'Share' }).click();
  await page.goto('/shortlist');
  await expect(page.getByRole('region', { name: 'Recently Viewed' })).toBeVisible();
  await expectAccessible(page, 'a shortlist');

  await page.goto('/quote');
  await page.getByRole('button', { name: 'Submit Quote Request' }).click();
  await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
  await expectAccessible(page, 'a form that was refused');
});

/** The page has all that comes when somebody looks around on it, and stands at its top again. */
async function awake(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await page.mouse.wheel(0, 4000);
  await page.mouse.move(300, 300);
  await page.waitForLoadState('networkidle');
  await page.mouse.move(0, 0);
  await page.evaluate(() => scrollTo(0, 0));
}

/** What is laid out in idle moments has no colours before; the page's clock runs ahead to them. */
async function laidOut(page: Page): Promise<void> {
  const later = async () => {
    await page.clock.fastForward(1500);
    return page.evaluate(
      () =>
        [...document.querySelectorAll('.later')].filter(
          (part) => getComputedStyle(part).contentVisibility !== 'visible',
        ).length,
    );
  };
  await expect.poll(later).toBe(0);
}

/** Looks at the whole page in light, and in dark at its colours. */
async function expectAccessible(page: Page, where: string): Promise<void> {
  await laidOut(page);
  const found: object[] = [];
  const look = async (rules?: string[]) => {
    for (const { id, nodes } of await violationsOn(page, rules)) {
      const some = nodes.slice(0, 3).map((node) => `${node.target}: ${node.failureSummary}`);
      found.push({ id, nodes: some });
    }
  };
  const paper = await page.locator('body').evaluate((body) => getComputedStyle(body).background);
  await look();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('body')).not.toHaveCSS('background', paper);
  await comesToRest(page);
  await look(COLOUR_RULES);
  await page.emulateMedia({ colorScheme: 'light' });
  expect.soft(found, where).toEqual([]);
}

/** Nothing beside the screen at 400 % and at 200 % of a 1280 px screen, nothing too small on a phone. */
async function expectToFit(page: Page, where: string): Promise<void> {
  for (const width of [320, 640]) {
    await page.setViewportSize({ width, height: 720 });
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect.soft(beyond, `${where} at ${width} px`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 390, height: 800 });
  expect.soft(await smallTargets(page), where).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 720 });
}

/**
 * What is to be pressed and less than 24 px high or wide. Links within a sentence are as high as their line, which the
 * rule allows; a label's control counts as the label.
 */
function smallTargets(page: Page): Promise<string[]> {
  return page.locator('a[href], button, select, input, summary').evaluateAll((elements) => {
    const isText = (node: Node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim();
    return elements.flatMap((element) => {
      const target = element.closest('label') ?? element;
      if (!element.checkVisibility({ visibilityProperty: true })) return [];
      if (element.closest('p, .skip-link, [aria-hidden="true"]')) return [];
      if ([...(element.parentNode?.childNodes ?? [])].some(isText)) return [];
      const after = getComputedStyle(element, '::after');
      if (after.position === 'absolute' && after.content !== 'none') return [];
      const { width, height } = target.getBoundingClientRect();
      if (width === 0 || (width >= 24 && height >= 24)) return [];
      return [`${element.outerHTML.slice(0, 80)} ${Math.round(width)}×${Math.round(height)}`];
    });
  });
}
