import { call, type Person, person, signIn } from '../fixtures/admin-support.ts';
import { expect, test } from '../fixtures/test.ts';

let admin: Person;
test.beforeAll(async () => {
  admin = await person('admin');
});
/** As a first start has it: other stories are matched meanwhile. */
async function restore(): Promise<void> {
  await call('/rest/v1/rpc/save_matching', 'POST', { p_rule: 'specification' }, admin.token);
}
test.afterAll(restore);

test('an admin chooses the fair matching', async ({ page }) => {
  await signIn(page, admin);
  await page.goto('/dashboard/admin/matching');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const asSpecified = page.getByRole('radio', { name: /^As specified/ });
  const fair = page.getByRole('radio', { name: /^Fair/ });
  await expect(page.getByRole('heading', { name: 'Matching' })).toBeVisible();
  await expect(asSpecified).toBeChecked();
  await expect(save).toBeDisabled();
  await fair.check();
  let kept: unknown;
  await page.route('**/rpc/save_matching', async (route) => {
    const answer = await route.fetch();
    kept = (await call('/rest/v1/rpc/matching_settings', 'POST', {}, admin.token)).body;
    await restore();
    await route.fulfill({ response: answer });
  });
  await save.click();
  await expect(
    page.getByLabel('Notifications').getByText('Matching updated', { exact: true }),
  ).toBeVisible();
  await page.route('**/rpc/matching_settings', (route) => route.fulfill({ json: kept }));
  await page.reload();
  await expect(fair).toBeChecked();
});
