import { useStore } from '@nanostores/react';
import type { ComponentType } from 'react';
import { type DashboardTab, tabLabel } from '#config/dashboard-tabs.ts';
import { AdminMuralsTab } from '#dashboards/admin/AdminMuralsTab.tsx';
import { AdminSettingsTab } from '#dashboards/admin/AdminSettingsTab.tsx';
import { ArtistsTab } from '#dashboards/admin/ArtistsTab.tsx';
import { AuditTab } from '#dashboards/admin/AuditTab.tsx';
import { OverviewTab } from '#dashboards/admin/OverviewTab.tsx';
import { DashboardShell } from '#dashboards/shell/DashboardShell.tsx';
import { SHELL_ACTIONS } from '#dashboards/shell-actions.store.ts';
import type { TabProps } from '#features/accounts/account-types.ts';
import { ClientsTab } from '#features/accounts/admin/ClientsTab.tsx';
import { UsersTab } from '#features/accounts/admin/UsersTab.tsx';
import { dashboardAccess } from '#features/accounts/session.store.ts';
import { CitiesTab } from '#features/cities/admin/CitiesTab.tsx';
import { NewsletterTab } from '#features/newsletter/admin/NewsletterTab.tsx';
import { MailsTab } from '#features/notifications/admin/MailsTab.tsx';
import { useShellNews } from '#features/notifications/use-shell-news.ts';
import { PublishingTab } from '#features/publishing/PublishingTab.tsx';
import { ReportsTab } from '#features/reports/admin/ReportsTab.tsx';
import { AdminLeadsTab } from '#features/requests/page/admin/AdminLeadsTab.tsx';
import { ReviewsTab } from '#features/requests/reviews/admin/ReviewsTab.tsx';
import { withBoundary } from '#ui/ErrorBoundary.tsx';

const TABS: Record<DashboardTab<'admin'>, ComponentType<TabProps>> = {
  overview: OverviewTab,
  users: UsersTab,
  artists: ArtistsTab,
  clients: ClientsTab,
  leads: AdminLeadsTab,
  murals: AdminMuralsTab,
  reviews: ReviewsTab,
  reports: ReportsTab,
  cities: CitiesTab,
  mails: MailsTab,
  newsletter: NewsletterTab,
  publishing: PublishingTab,
  audit: AuditTab,
  settings: AdminSettingsTab,
};

const $access = dashboardAccess('admin');

/** The admin dashboard (specification, sections 2 and 6), one tab a page. */
function AdminDashboard({ tab }: { tab: DashboardTab<'admin'> }) {
  const access = useStore($access);
  const news = useShellNews('admin', tab, access.state === 'ready');
  const Tab = TABS[tab];
  return (
    <DashboardShell title={tabLabel(tab)} {...news} access={access} {...SHELL_ACTIONS}>
      {(account) => <Tab account={account} />}
    </DashboardShell>
  );
}

export default withBoundary(AdminDashboard);
