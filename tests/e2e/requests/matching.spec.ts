import { call, type Person, person, signIn } from '../fixtures/admin-support.ts';
import { expect, test } from '../fixtures/test.ts';

let admin: Person;
test.beforeAll(async () => {
  admin = await person('admin');
});
/** As a first start has it: other stories are matched meanwhile. */
async function restore(): Promise<void> {
  const saved = {
    p_changes: { rule: 'specification', answers: 8 },
    p_read: { rule: 'scores', answers: 100 },
  };
  await call('/rest/v1/rpc/save_matching', 'POST', saved, admin.token);
}
test.afterAll(restore);

test('an admin chooses the fair matching and weighs it, after seeing what that would have changed', async ({
  page,
}) => {
  await signIn(page, admin);
  await page.goto('/dashboard/admin/matching');
  const look = page.getByRole('button', { name: 'Show What Changes' });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const answers = page.getByRole('slider', { name: 'Answers' });
  const asSpecified = page.getByRole('radio', { name: /^As specified/ });
  const fair = page.getByRole('radio', { name: /^Fair/ });
  await expect(page.getByRole('heading', { name: 'Matching' })).toBeVisible();
  await expect(asSpecified).toBeChecked();
  await expect(answers).toBeHidden();
  await expect(look).toBeDisabled();

  // The fair rule is looked at, and not taken.
  await fair.check();
  await page.getByText('Advanced: weigh it yourself').click();
  await expect(answers).toHaveValue('8');
  await look.click();
  const effect = page.getByRole('region', { name: /would go to other artists$/ });
  await expect(effect.getByRole('row', { name: /^Evenness/ })).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(asSpecified).toBeChecked();
  await expect(effect).toBeHidden();
  await page.getByRole('radio', { name: /^Fastest answer/ }).check();
  await page.getByText('Advanced: weigh it yourself').click();
  await expect(answers).toHaveValue('50');
  await fair.check();
  await expect(answers).toHaveValue('8');

  // Nothing is saved that was not looked at: another change asks again.
  await answers.press('End');
  await expect(answers).toHaveValue('100');
  await expect(save).toBeHidden();
  await look.click();
  await expect(effect).toBeVisible();
  await answers.press('Home');
  await expect(save).toBeHidden();
  await answers.press('End');
  await look.click();
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
  await page.getByText('Advanced: weigh it yourself').click();
  await expect(answers).toHaveValue('100');
});
