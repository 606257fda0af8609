import { useStore } from '@nanostores/react';
import type { ComponentType } from 'react';
import { type DashboardTab, tabLabel } from '#config/dashboard-tabs.ts';
import { ClientProfileTab } from '#dashboards/client/ClientProfileTab.tsx';
import { DashboardShell } from '#dashboards/shell/DashboardShell.tsx';
import type { TabProps } from '#features/accounts/account-types.ts';
import { dashboardAccess } from '#features/accounts/session.store.ts';
import { useShellNews } from '#features/notifications/use-shell-news.ts';
import { QuotesTab } from '#features/requests/page/client/QuotesTab.tsx';
import { withBoundary } from '#ui/ErrorBoundary.tsx';

const TABS: Record<DashboardTab<'client'>, ComponentType<TabProps>> = {
  quotes: QuotesTab,
  profile: ClientProfileTab,
};

const $access = dashboardAccess('client');

/** The client dashboard (specification, section 2), one tab a page. */
function ClientDashboard({ tab }: { tab: DashboardTab<'client'> }) {
  const access = useStore($access);
  const news = useShellNews('client', tab, access.state === 'ready');
  const Tab = TABS[tab];
  return (
    <DashboardShell title={tabLabel(tab)} {...news} access={access}>
      {(account) => <Tab account={account} />}
    </DashboardShell>
  );
}

export default withBoundary(ClientDashboard);
