import { call, type Person, person, signIn } from './admin-support.ts';
import { expect, test } from './fixtures/test.ts';

let admin: Person;
test.beforeAll(async () => {
  admin = await person('admin');
});
/** As a first start has it: other stories are matched meanwhile. */
test.afterAll(async () => {
  const saved = { p_changes: { answers: 8 }, p_read: { answers: 100 } };
  await call('/rest/v1/rpc/save_matching', 'POST', saved, admin.token);
});

test('an admin weighs what counts in matching, after seeing what that would have changed', async ({
  page,
}) => {
  await signIn(page, admin);
  await page.goto('/dashboard/admin/settings');
  const look = page.getByRole('button', { name: 'Show What Changes' });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const answers = page.getByRole('slider', { name: 'Answers' });
  await expect(page.getByRole('heading', { name: 'Matching' })).toBeVisible();
  await expect(page.getByRole('radio', { name: /^Whoever fits best/ })).toBeChecked();
  await expect(answers).toHaveValue('8');
  await expect(look).toBeDisabled();

  // The rule of the specification is looked at, and not taken.
  await page.getByRole('radio', { name: /^The ten best standing/ }).check();
  await expect(answers).toBeHidden();
  await look.click();
  const effect = page.getByRole('region', { name: /would go to other artists$/ });
  await expect(effect.getByRole('row', { name: /^Gini coefficient/ })).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(answers).toHaveValue('8');
  await expect(effect).toBeHidden();

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
  await save.click();
  await expect(
    page.getByLabel('Notifications').getByText('Matching updated', { exact: true }),
  ).toBeVisible();
  await page.reload();
  await expect(answers).toHaveValue('100');
});
