import { fetchedPackage } from '../support/fetched-package.ts';
import type { Browser, Handle } from './driver.ts';

/** The part of puppeteer-core that is used here. */
interface Puppeteer {
  default: {
    launch(options: Record<string, unknown>): Promise<{
      newPage(): Promise<Page>;
      close(): Promise<void>;
    }>;
  };
}
type Evaluated = (...args: string[]) => unknown;
interface Page {
  setDefaultTimeout(ms: number): void;
  goto(url: string, options: { waitUntil: 'domcontentloaded' }): Promise<unknown>;
  evaluate(run: Evaluated, ...args: string[]): Promise<unknown>;
  evaluateHandle(run: Evaluated, ...args: string[]): Promise<{ asElement(): ElementHandle | null }>;
  screenshot(): Promise<Uint8Array>;
}
interface ElementHandle {
  evaluate(run: (element: Element) => void): Promise<void>;
  click(): Promise<void>;
  type(text: string): Promise<void>;
  press(key: string): Promise<void>;
  uploadFile(...files: string[]): Promise<void>;
}

/** A busy machine takes its time. */
const STARTING_MS = 90_000;

/** Firefox over WebDriver BiDi. */
export async function openFirefox(executablePath: string): Promise<Browser> {
  const { default: puppeteer } = await fetchedPackage<Puppeteer>('puppeteer-core', '25.16.0');
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    timeout: STARTING_MS,
    defaultViewport: { width: 1280, height: 900 },
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(STARTING_MS);
  return {
    name: 'Firefox',
    open: async (url) => void (await page.goto(url, { waitUntil: 'domcontentloaded' })),
    url: () => page.evaluate(() => location.href) as Promise<string>,
    run: <T>(code: string, ...args: unknown[]) =>
      page.evaluate(call(code), ...args.map(json)) as Promise<T>,
    find: async (code, ...args) => {
      const found = await page.evaluateHandle(call(code), ...args.map(json));
      const element = found.asElement();
      return element && handle(element);
    },
    // A page from the back cache sends no event, which puppeteer's own way back waits for.
    back: async () => void (await page.evaluate(() => setTimeout(() => history.back()))),
    screenshot: async () => Buffer.from(await page.screenshot()),
    close: () => browser.close(),
  };
}

// Undefined does not travel as JSON.
const json = (value: unknown) => JSON.stringify(value ?? null);

/** A function from its text, whose arguments arrive as JSON. */
const call = (code: string) =>
  new Function('...args', `return (${code})(...args.map((arg) => JSON.parse(arg)))`) as Evaluated;

/** A driver scrolls no further than to the edge, where a sticky header or bar lies over the element. */
const toCenter = (element: Element) =>
  element.scrollIntoView({ block: 'center', behavior: 'instant' });

function handle(element: ElementHandle): Handle {
  return {
    click: async () => {
      await element.evaluate(toCenter);
      await element.click();
    },
    type: (text) => element.type(text),
    press: (key) => element.press(key),
    upload: (files) => element.uploadFile(...files),
  };
}
