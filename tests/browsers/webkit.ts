import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { Builder, Capabilities, Key, type WebDriver, WebElement } from 'selenium-webdriver';
import { freePort } from '#node/free-port.ts';
import type { Browser, Handle } from './driver.ts';

const SCREEN = '1440x1000x24';
const STARTING_MS = 20_000;

interface WebKitPrograms {
  driver: string;
  miniBrowser: string;
  xvfb: string;
}

/** WebKitGTK's MiniBrowser over classic WebDriver, on a screen that nobody sees. */
export async function openWebKit(programs: WebKitPrograms): Promise<Browser> {
  const started: ChildProcess[] = [];
  const stop = () => {
    for (const child of started.splice(0)) child.kill();
  };
  try {
    const display = `:${90 + Math.floor(Math.random() * 900)}`;
    started.push(
      spawn(programs.xvfb, [display, '-screen', '0', SCREEN, '-nolisten', 'tcp'], {
        stdio: 'ignore',
      }),
    );
    const port = await freePort();
    started.push(
      spawn(programs.driver, [`--port=${port}`, '--host=127.0.0.1'], {
        stdio: 'ignore',
        env: {
          ...process.env,
          DISPLAY: display,
          // Its own sandbox needs namespaces that a container does not give.
          WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
        },
      }),
    );
    const driver = await connected(`http://127.0.0.1:${port}/`, programs.miniBrowser);
    return browserOf(driver, stop);
  } catch (error) {
    stop();
    throw error;
  }
}

/** The driver and its screen take a moment before they listen. */
async function connected(url: string, binary: string): Promise<WebDriver> {
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary, args: ['--automation', '--geometry=1280x900'] },
  });
  const end = Date.now() + STARTING_MS;
  for (;;) {
    try {
      return await new Builder().usingServer(url).withCapabilities(capabilities).build();
    } catch (error) {
      if (Date.now() > end) throw error;
      await pause(500);
    }
  }
}

function browserOf(driver: WebDriver, stop: () => void): Browser {
  const run = (code: string, args: unknown[]) =>
    driver.executeScript(`return (${code})(...arguments)`, ...args);
  return {
    name: 'WebKit',
    open: (url) => driver.get(url),
    url: () => driver.getCurrentUrl(),
    run: <T>(code: string, ...args: unknown[]) => run(code, args) as Promise<T>,
    find: async (code, ...args) => {
      const found = await run(code, args);
      return found instanceof WebElement ? handle(found) : null;
    },
    back: () => driver.navigate().back(),
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    close: async () => {
      await driver.quit().catch(() => {});
      stop();
    },
  };
}

const KEYS = { Escape: Key.ESCAPE, ArrowRight: Key.ARROW_RIGHT } as const;

function handle(element: WebElement): Handle {
  return {
    click: async () => {
      // Its driver scrolls no further than to the edge, as Firefox's does.
      const center = `arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })`;
      await element.getDriver().executeScript(center, element);
      await element.click();
    },
    type: (text) => element.sendKeys(text),
    press: (key) => element.sendKeys(KEYS[key]),
    upload: (files) => element.sendKeys(files.join('\n')),
  };
}
