import { call, person, signIn } from '../fixtures/admin-support.ts';
import { expect, test } from '../fixtures/test.ts';

test('the admin pages send a visitor to /auth, and back after signing in', {
  tag: '@core',
}, async ({ page }) => {
  await page.goto('/dashboard/admin/leads?filter=held');
  await expect(page).toHaveURL(/\/auth\?redirect=%2Fdashboard%2Fadmin%2Fleads%3Ffilter%3Dheld$/);
});

/** The pages of other roles, and those of one's own are not among them. */
const OTHERS = {
  admin: ['/dashboard/artist', '/dashboard/client'],
  artist: ['/dashboard/admin', '/dashboard/admin/users', '/dashboard/client'],
  client: ['/dashboard/admin', '/dashboard/admin/audit', '/dashboard/artist/leads'],
} as const;

for (const role of ['admin', 'artist', 'client'] as const) {
  test(`the pages of other roles turn the ${role} away to the home page`, async ({ page }) => {
    await signIn(page, await person(role));
    for (const path of OTHERS[role]) {
      await page.goto(path);
      await expect(page).toHaveURL(/:\d+\/$/);
    }
  });
}

test('a malformed call is answered with a sentence', async () => {
  const { token } = await person('admin');
  for (const body of [{ p_filter: 'nobody' }, { p_sort: 'encrypted_password' }]) {
    const answer = await call('/rest/v1/rpc/admin_list_users', 'POST', body, token);
    expect(answer).toMatchObject({ status: 400, body: { message: 'Invalid input' } });
  }
});
