import { person, signIn } from '../fixtures/admin-support.ts';
import { demoArtist } from '../fixtures/demo.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

/**
 * The content security policy in the browser: markup and scripts made of plain strings are refused. That every page
 * has this policy is looked at where pages are built (tests/build), and that no page needs what it forbids in every
 * story that opens one (fixtures/test.ts): on all public pages, and in all tabs.
 */
/** Each way from a string to markup or code, and whether the page let it pass. */
async function passing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const script = document.createElement('script');
    const ways: Record<string, () => unknown> = {
      innerHTML: () => {
        document.body.innerHTML = '<b>x</b>';
      },
      insertAdjacentHTML: () => document.body.insertAdjacentHTML('beforeend', '<b>x</b>'),
      srcdoc: () => {
        document.createElement('iframe').srcdoc = '<b>x</b>';
      },
      parseFromString: () => new DOMParser().parseFromString('<b>x</b>', 'text/html'),
      'script.src': () => {
        script.src = '/x.js';
      },
      'script.text': () => {
        script.text = 'x';
      },
      worker: () => new Worker('/sw.js'),
      timer: () => setTimeout('globalThis.broken = 1', 0),
      'another policy': () =>
        (
          globalThis as unknown as { trustedTypes: { createPolicy(name: string, o: object): void } }
        ).trustedTypes.createPolicy('anything', { createHTML: (text: string) => text }),
    };
    return Object.entries(ways).flatMap(([name, way]) => {
      try {
        way();
        return [name];
      } catch (error) {
        return error instanceof TypeError ? [] : [`${name}: ${error}`];
      }
    });
  });
}

/** Refuses strings on this page; what these tries report is expected, everything before them is not. */
async function expectStrict(page: Page, breaches: unknown[], where: string): Promise<void> {
  expect(breaches, where).toEqual([]);
  expect(await passing(page), where).toEqual([]);
  // Each of them was told, so that none is missed on the other pages.
  await expect.poll(() => breaches.length, where).toBeGreaterThanOrEqual(9);
  breaches.length = 0;
}

test('no kind of page takes a string for markup or code', { tag: '@core' }, async ({
  page,
  breaches,
}) => {
  const artist = await demoArtist();
  await signIn(page, await person('client'));
  for (const path of [
    '/',
    '/quote',
    `/artist/${artist.slug}`,
    '/no/such/wall',
    '/dashboard/client',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expectStrict(page, breaches, path);
    // Tries of the console come in their own time.
    await page.goto('about:blank');
    breaches.length = 0;
  }
});

test.describe('with a worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the worker for a lost network is the one script that may be named', async ({
    page,
    breaches,
  }) => {
    await page.goto('/join');
    await page.getByRole('contentinfo').getByRole('button', { name: 'Theme' }).click();
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    const other = page.evaluate(() => navigator.serviceWorker.register('/other.js'));
    await expect(other).rejects.toThrow(/TrustedScriptURL/);
    await expect.poll(() => breaches.length).toBeGreaterThan(0);
    await page.goto('about:blank');
    breaches.length = 0;
  });
});
