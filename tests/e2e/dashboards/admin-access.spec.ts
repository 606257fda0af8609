import {
  artist,
  asService,
  call,
  lead,
  type Person,
  person,
  readArtist,
  signIn,
} from '../fixtures/admin-support.ts';
import { expect, test } from '../fixtures/test.ts';

const LISTS = ['users', 'artists', 'requests', 'cities', 'subscribers', 'audit'];

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

for (const actor of ['anonymous', 'client', 'artist'] as const) {
  test(`direct calls as ${actor} cannot do what admins do`, async () => {
    const who: Person | null = actor === 'anonymous' ? null : await person(actor);
    const token = who?.token ?? null;
    const target = await artist(`Target of ${actor}`, { public_visible: false });
    const leadId = await lead(`Lead for ${actor}`);
    const asked = (path: string, method: string, body?: unknown) => call(path, method, body, token);

    for (const list of LISTS) {
      const answer = await asked(`/rest/v1/rpc/admin_list_${list}`, 'POST', {});
      expect([401, 403], `${list}: ${JSON.stringify(answer)}`).toContain(answer.status);
    }
    const refused: [string, object][] = [
      ['admin_overview', {}],
      ['admin_requests_by_day', { p_days: 7 }],
      ['admin_publishing', {}],
      ['admin_newsletter', {}],
      ['request_publish', { p_kind: 'rollback' }],
      ['admin_assign_request', { p_lead: leadId, p_artists: [target.id] }],
      ['admin_release_request', { p_lead: leadId }],
      ['grant_admin', { p_email: who?.email ?? 'admin@example.com' }],
    ];
    for (const [rpc, body] of refused) {
      const answer = await asked(`/rest/v1/rpc/${rpc}`, 'POST', body);
      expect([401, 403, 404], `${rpc}: ${JSON.stringify(answer)}`).toContain(answer.status);
    }

    await asked(`/rest/v1/artists?id=eq.${target.id}`, 'PATCH', { featured: true });
    await asked(`/rest/v1/artists?id=eq.${target.id}`, 'PATCH', { public_visible: true });
    expect(await readArtist(target.id)).toMatchObject({ featured: false, public_visible: false });
    const city = { city_name: 'Nowhere', state: 'TX' };
    expect((await asked('/rest/v1/cities', 'POST', city)).status).toBeGreaterThanOrEqual(400);
    expect(await asService('/rest/v1/cities?city_name=eq.Nowhere')).toEqual([]);
    expect(await asService(`/rest/v1/lead_assignments?lead_id=eq.${leadId}`)).toEqual([]);

    if (!who) return;
    const mine = `/rest/v1/user_roles?user_id=eq.${who.id}`;
    await asked(mine, 'PATCH', { role: 'admin' });
    await asked('/rest/v1/user_roles', 'POST', { user_id: who.id, role: 'admin' });
    expect(await asService(mine)).toMatchObject([{ role: actor }]);
  });
}

test('a malformed call is answered with a sentence', async () => {
  const { token } = await person('admin');
  for (const body of [{ p_filter: 'nobody' }, { p_sort: 'encrypted_password' }]) {
    const answer = await call('/rest/v1/rpc/admin_list_users', 'POST', body, token);
    expect(answer).toMatchObject({ status: 400, body: { message: 'Invalid input' } });
  }
});
