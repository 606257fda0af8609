import { useStore } from '@nanostores/react';
import type { ComponentType } from 'react';
import { type DashboardTab, tabLabel } from '#config/dashboard.ts';
import { dashboardAccess } from '#stores/session.ts';
import { SHELL_ACTIONS } from '#stores/shell-actions.ts';
import { useShellNews } from '#stores/use-shell-news.ts';
import { DashboardShell } from '#ui/dashboard/DashboardShell.tsx';
import type { ShellAccount } from '#ui/dashboard/types.ts';
import { withBoundary } from '#ui/ErrorBoundary.tsx';
import { ProfileTab } from './ProfileTab.tsx';
import { QuotesTab } from './QuotesTab.tsx';

export interface ClientTabProps {
  account: ShellAccount;
}

const TABS: Record<DashboardTab<'client'>, ComponentType<ClientTabProps>> = {
  quotes: QuotesTab,
  profile: ProfileTab,
};

const $access = dashboardAccess('client');

/** The client dashboard (specification, section 2), one tab a page. */
function ClientDashboard({ tab }: { tab: DashboardTab<'client'> }) {
  const access = useStore($access);
  const news = useShellNews('client', tab, access.state === 'ready');
  const Tab = TABS[tab];
  return (
    <DashboardShell title={tabLabel(tab)} {...news} access={access} {...SHELL_ACTIONS}>
      {(account) => <Tab account={account} />}
    </DashboardShell>
  );
}

export default withBoundary(ClientDashboard);
