import { describe, expect, it } from 'vitest';
import { DASHBOARD_TABS, dashboardMenu, tabGroup, tabLabel } from '#config/dashboard-tabs.ts';
import { noticePath } from '#features/notifications/notice-path.ts';
import { NOTICES } from '#features/notifications/notices.ts';

describe('dashboardMenu (section 2)', () => {
  it('has the specification’s tabs for clients and admins', () => {
    const tabs = (menu: ReturnType<typeof dashboardMenu>) => menu[1]?.links.map(({ tab }) => tab);
    expect(tabs(dashboardMenu('client', 'quotes'))).toEqual(['quotes', 'profile']);
    expect(DASHBOARD_TABS.admin).toEqual(
      expect.arrayContaining([
        'overview',
        'users',
        'artists',
        'clients',
        'leads',
        'cities',
        'settings',
      ]),
    );
    expect(tabs(dashboardMenu('admin', 'overview'))).toEqual([
      'overview',
      'leads',
      'directory',
      'people',
      'moderation',
      'email',
      'settings',
      'system',
    ]);
    expect(tabLabel('quotes')).toBe('My Quotes');
  });
});

it('puts the tabs of an admin into groups, whose pages link to each other', () => {
  const group = tabGroup('admin', 'cities');
  expect(group?.title).toBe('Directory');
  expect(group?.links.map(({ label, href, current }) => [label, href, current])).toEqual([
    ['Artists', '/dashboard/admin/artists', false],
    ['Murals', '/dashboard/admin/murals', false],
    ['Cities', '/dashboard/admin/cities', true],
  ]);
  for (const tab of DASHBOARD_TABS.admin) {
    const current = dashboardMenu('admin', tab)[1]?.links.filter((link) => link.current);
    expect(current, tab).toHaveLength(1);
  }
  expect(tabGroup('admin', 'leads')).toBeNull();
  expect(tabGroup('artist', 'settings')).toBeNull();
  // Both addresses are one page.
  expect(dashboardMenu('artist', 'murals')[1]?.links.find(({ current }) => current)?.tab).toBe(
    'work',
  );
  expect(tabGroup('artist', 'murals')).toBeNull();
});

it('says at the tab that shows it how much is new', () => {
  const counts = (unread: number) =>
    dashboardMenu('client', 'profile', unread)[1]?.links.map(({ tab, count }) => [tab, count]);
  expect(counts(3)).toEqual([
    ['quotes', 3],
    ['profile', undefined],
  ]);
  expect(counts(0)?.[0]).toEqual(['quotes', undefined]);
  const counted = dashboardMenu('admin', 'leads', 2)[1]?.links.filter(({ count }) => count);
  expect(counted?.map(({ tab }) => tab)).toEqual(['overview']);
});

describe('noticePath', () => {
  const notice = { id: 'n', created_at: '', read: false };
  it('leads to the row it is about, in the tab that shows such things', () => {
    expect(noticePath({ ...notice, kind: 'request_answered', lead_id: 'r1' })).toBe(
      '/dashboard/client/quotes?request=r1',
    );
    expect(noticePath({ ...notice, kind: 'lead_received', lead_id: null })).toBe(
      '/dashboard/artist/leads',
    );
    expect(noticePath({ ...notice, kind: 'lead_held', lead_id: 'r1' })).toBe(
      '/dashboard/admin/leads?filter=held',
    );
    for (const kind of Object.keys(NOTICES))
      expect(noticePath({ ...notice, kind, lead_id: null })).toMatch(/^\/dashboard\//);
    expect(noticePath({ ...notice, kind: 'of-another-version', lead_id: 'r1' })).toBe('/');
  });
});
