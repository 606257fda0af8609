import { useStore } from '@nanostores/react';
import type { ComponentType } from 'react';
import { type DashboardTab, tabLabel } from '#config/dashboard.ts';
import { dashboardAccess } from '#stores/session.ts';
import { SHELL_ACTIONS } from '#stores/shell-actions.ts';
import { useShellNews } from '#stores/use-shell-news.ts';
import { DashboardShell } from '#ui/dashboard/DashboardShell.tsx';
import { withBoundary } from '#ui/ErrorBoundary.tsx';
import { ArtistsTab } from './ArtistsTab.tsx';
import { AuditTab } from './AuditTab.tsx';
import { CitiesTab } from './CitiesTab.tsx';
import { ClientsTab } from './ClientsTab.tsx';
import { LeadsTab } from './leads/LeadsTab.tsx';
import { MailsTab } from './MailsTab.tsx';
import { MuralsTab } from './MuralsTab.tsx';
import { NewsletterTab } from './NewsletterTab.tsx';
import { OverviewTab } from './OverviewTab.tsx';
import { PublishingTab } from './PublishingTab.tsx';
import { ReportsTab } from './ReportsTab.tsx';
import { ReviewsTab } from './ReviewsTab.tsx';
import { SettingsTab } from './SettingsTab.tsx';
import type { AdminTabProps } from './tab-props.ts';
import { UsersTab } from './UsersTab.tsx';

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
