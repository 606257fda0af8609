import type { Page } from 'playwright';
import { shownTexts } from '../e2e/fixtures/shown.ts';
import { leftIn, ownTexts } from './left.ts';

/** What lies in wait: folds, tabs, and what a press opens over the page or in it. */
const CLOSED =
  'main summary, [role=tab], [aria-haspopup], [aria-expanded=false], main button:not([type=submit])';
/** The words of agreements are those of a template, whatever the page's. */
const AGREEMENT = '[aria-label^="⟦Ａｇｒｅｅｍｅｎｔ"], .peer-open\\:hidden';
const SUBMITS = 'main [type=submit], dialog [type=submit]';
/** A page with more of them repeats itself. */
const MOST = 30;
const QUICK = { timeout: 3000 };

/** Texts of a page in ordinary letters, each with where it was first met. */
export type Left = Map<string, string>;

/** A press may lead to another page while this one is read, and that on to a third: then it is that one's. */
const textsOf = (page: Page, tries = 3): Promise<string[]> =>
  shownTexts(page, AGREEMENT).catch(async (error) => {
    if (tries === 0) throw error;
    await page.waitForLoadState('load');
    return textsOf(page, tries - 1);
  });

/** Opens a page, presses what can be pressed and sends its forms as they are, and notes what is left in English. */
export async function look(page: Page, path: string, left: Left) {
  let own = await ownTexts();
  const place = path.replace(/#[\w-]+/, '#…').replace(/[\da-f-]{36}/g, '…');
  const note = async (where: string) => {
    await page.waitForLoadState('networkidle', QUICK).catch(() => {});
    const found = leftIn(await textsOf(page), own);
    // A press may have made a row.
    if (found.length > 0) own = await ownTexts();
    for (const text of leftIn(found, own)) if (!left.has(text)) left.set(text, where);
  };
  const open = async () => {
    await page.goto(`/es${path}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.mouse.move(200, 300);
    await page.mouse.wheel(0, 4000);
  };
  await open();
  await note(place);
  const pressed = new Set<string>();
  const closed = page.locator(CLOSED).and(page.locator(':visible:enabled'));
  for (let n = 0; n < MOST; n++) {
    const names = await closed
      .evaluateAll((those) =>
        those.map((one) => one.getAttribute('aria-label') ?? one.textContent?.trim() ?? ''),
      )
      .catch(() => null);
    // Another page is on its way.
    if (names === null) continue;
    const next = names.findIndex((name) => !pressed.has(name));
    const name = names[next];
    if (name === undefined) break;
    pressed.add(name);
    const before = new URL(page.url()).pathname;
    await closed
      .nth(next)
      .click(QUICK)
      .catch(() => {});
    await note(`${place} → ${name}`);
    await page.keyboard.press('Escape');
    if (new URL(page.url()).pathname !== before) await open();
  }
  for (const submit of (await page.locator(SUBMITS).and(page.locator(':visible')).all()).slice(
    0,
    4,
  )) {
    await submit.click(QUICK).catch(() => {});
    await note(`${place}, sent as it is`);
  }
}
