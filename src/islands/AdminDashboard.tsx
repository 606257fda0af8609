import { useStore } from '@nanostores/react';
import type { ComponentType } from 'react';
import { type DashboardTab, tabLabel } from '#dashboards/tabs.ts';
import { dashboardAccess } from '#features/accounts/session.store.ts';
import { SHELL_ACTIONS } from '#dashboards/shell-actions.store.ts';
import { useShellNews } from '#features/notifications/use-shell-news.ts';
import { DashboardShell } from '#dashboards/shell/DashboardShell.tsx';
import { withBoundary } from '#ui/ErrorBoundary.tsx';
import { ArtistsTab } from '#dashboards/admin/ArtistsTab.tsx';
import { AuditTab } from '#dashboards/admin/AuditTab.tsx';
import { CitiesTab } from '#features/cities/admin/CitiesTab.tsx';
import { ClientsTab } from '#features/accounts/admin/ClientsTab.tsx';
import { LeadsTab } from '#features/requests/page/admin/LeadsTab.tsx';
import { MailsTab } from '#features/notifications/admin/MailsTab.tsx';
import { MuralsTab } from '#dashboards/admin/MuralsTab.tsx';
import { NewsletterTab } from '#features/newsletter/admin/NewsletterTab.tsx';
import { OverviewTab } from '#dashboards/admin/OverviewTab.tsx';
import { PublishingTab } from '#features/publishing/PublishingTab.tsx';
import { ReportsTab } from '#features/reports/admin/ReportsTab.tsx';
import { ReviewsTab } from '#features/requests/reviews/admin/ReviewsTab.tsx';
import { SettingsTab } from '#dashboards/admin/SettingsTab.tsx';
import type { AdminTabProps } from '#dashboards/admin/tab-props.ts';
import { UsersTab } from '#features/accounts/admin/UsersTab.tsx';

const TABS: Record<DashboardTab<'admin'>, ComponentType<AdminTabProps>> = {
  overview: OverviewTab,
  users: UsersTab,
  artists: ArtistsTab,
  clients: ClientsTab,
  leads: LeadsTab,
  murals: MuralsTab,
  reviews: ReviewsTab,
  reports: ReportsTab,
  cities: CitiesTab,
  mails: MailsTab,
  newsletter: NewsletterTab,
  publishing: PublishingTab,
  audit: AuditTab,
  settings: SettingsTab,
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
