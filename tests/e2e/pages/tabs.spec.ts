import { toast } from '../fixtures/account-support.ts';
import { fill, openForm, quote, submitButton } from '../fixtures/quote.ts';
import { expect, type Page, test } from '../fixtures/test.ts';

/** The form counts the letters of the description: it is awake, and answers. */
async function type(page: Page, text: string) {
  await page.getByLabel('Project Description').fill(text);
  await expect(page.getByText(`${text.length} / `)).toBeVisible();
}

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
});
