import { useStore } from '@nanostores/react';
import type { ComponentType } from 'react';
import { type DashboardTab, tabGroup, tabLabel } from '#config/dashboard-tabs.ts';
import { AdminMuralsTab } from '#dashboards/admin/AdminMuralsTab.tsx';
import { AdminSettingsTab } from '#dashboards/admin/AdminSettingsTab.tsx';
import { ArtistsTab } from '#dashboards/admin/ArtistsTab.tsx';
import { AuditTab } from '#dashboards/admin/AuditTab.tsx';
import { needsTotal } from '#dashboards/admin/needs.ts';
import { OverviewTab } from '#dashboards/admin/OverviewTab.tsx';
import { PeopleTab } from '#dashboards/admin/PeopleTab.tsx';
import { type AdminNeedsState, useNeeds } from '#dashboards/admin/use-needs.ts';
import { DashboardShell } from '#dashboards/shell/DashboardShell.tsx';
import type { TabProps } from '#features/accounts/account-types.ts';
import { ClientsTab } from '#features/accounts/admin/UsersTab.tsx';
import { dashboardAccess } from '#features/accounts/session.store.ts';
import { CitiesTab } from '#features/cities/admin/CitiesTab.tsx';
import { AdminLeadsTab } from '#features/leads/admin/AdminLeadsTab.tsx';
import { NewsletterTab } from '#features/newsletter/admin/NewsletterTab.tsx';
import { MailsTab } from '#features/notifications/admin/MailsTab.tsx';
import { useShellNews } from '#features/notifications/use-shell-news.ts';
import { PublishingTab } from '#features/publishing/PublishingTab.tsx';
import { ReportsTab } from '#features/reports/admin/ReportsTab.tsx';
import { ReviewsTab } from '#features/requests/reviews/admin/ReviewsTab.tsx';
import { withBoundary } from '#ui/ErrorBoundary.tsx';

const TABS: Record<DashboardTab<'admin'>, ComponentType<TabProps & { needs: AdminNeedsState }>> = {
  overview: OverviewTab,
  leads: AdminLeadsTab,
  artists: ArtistsTab,
  murals: AdminMuralsTab,
  cities: CitiesTab,
  users: PeopleTab,
  clients: ClientsTab,
  reports: ReportsTab,
  reviews: ReviewsTab,
  mails: MailsTab,
  newsletter: NewsletterTab,
  settings: AdminSettingsTab,
  publishing: PublishingTab,
  audit: AuditTab,
};

const loadFind = async () => (await import('#dashboards/find/admin-find.api.ts')).startAdminFind;
const $access = dashboardAccess('admin');

/** The admin dashboard (specification, sections 2 and 6), one tab a page. */
function AdminDashboard({ tab }: { tab: DashboardTab<'admin'> }) {
  const access = useStore($access);
  const here = access.state === 'ready';
  const needs = useNeeds(here);
  const news = useShellNews('admin', tab, here, needs.data ? needsTotal(needs.data) : 0);
  const group = tabGroup('admin', tab);
  const Tab = TABS[tab];
  return (
    <DashboardShell
      title={group?.title ?? tabLabel(tab)}
      group={group}
      find={loadFind}
      {...news}
      access={access}
    >
      {(account) => <Tab account={account} needs={needs} />}
    </DashboardShell>
  );
}

export default withBoundary(AdminDashboard);
