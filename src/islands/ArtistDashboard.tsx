import { useStore } from '@nanostores/react';
import type { ComponentType } from 'react';
import { type DashboardTab, tabTitle } from '#config/dashboard-tabs.ts';
import { paths } from '#config/paths.ts';
import { ArtistSettingsTab } from '#dashboards/artist/ArtistSettingsTab.tsx';
import { DashboardShell } from '#dashboards/shell/DashboardShell.tsx';
import { dashboardAccess } from '#features/accounts/session.store.ts';
import type { ArtistTabProps } from '#features/artists/tab-props.ts';
import { LeadsTab } from '#features/leads/artist/LeadsTab.tsx';
import { useShellNews } from '#features/notifications/use-shell-news.ts';
import { profileState } from '#features/profile/ProfileState.tsx';
import { ProfileTab } from '#features/profile/ProfileTab.tsx';
import { useProfile } from '#features/profile/use-profile.ts';
import { VisibilitySwitch } from '#features/profile/VisibilitySwitch.tsx';
import { ButtonLink } from '#ui/Button.tsx';
import { withBoundary } from '#ui/ErrorBoundary.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { ShellProblem, ShellSkeleton } from '#ui/skeletons.tsx';

/** The tab that most visits begin with, and the only one with charts: the others do not wait for its code. */
const TodayTab = lazyPart(
  () => import('#features/profile/today/TodayTab.tsx').then(({ TodayTab }) => TodayTab),
  <ShellSkeleton />,
);

/** Photos and murals with their editor, which only who opens this tab needs. */
const WorkTab = lazyPart(
  () => import('#features/profile/work/WorkTab.tsx').then(({ WorkTab }) => WorkTab),
  <ShellSkeleton />,
);

/** What new artists go through once. */
const SetupTab = lazyPart(
  () => import('#features/profile/setup/SetupTab.tsx').then(({ SetupTab }) => SetupTab),
  <ShellSkeleton />,
);

const TABS: Record<DashboardTab<'artist'>, ComponentType<ArtistTabProps>> = {
  today: TodayTab,
  profile: ProfileTab,
  leads: LeadsTab,
  portfolio: WorkTab,
  murals: WorkTab,
  settings: ArtistSettingsTab,
  setup: SetupTab,
};

const loadFind = async () => (await import('#dashboards/find/artist-find.api.ts')).startArtistFind;
const $access = dashboardAccess('artist');

/** The artist dashboard (specification, sections 2 and 4), one tab a page. */
function ArtistDashboard({ tab }: { tab: DashboardTab<'artist'> }) {
  const access = useStore($access);
  const news = useShellNews('artist', tab, access.state === 'ready');
  const { profile, load, changed } = useProfile(access.state === 'ready');
  const artist = profile.status === 'ready' ? profile.artist : null;
  const Tab = TABS[tab];
  return (
    <DashboardShell
      title={tabTitle('artist', tab)}
      {...news}
      access={access}
      find={tab === 'setup' ? undefined : loadFind}
      shortActions={tab === 'setup'}
      actions={
        access.state === 'ready' &&
        (tab === 'setup'
          ? artist?.public_visible === false && (
              <ButtonLink variant="ghost" href={paths.dashboard('artist')} className="-mr-2 px-2">
                Finish Later
              </ButtonLink>
            )
          : artist && profileState(artist))
      }
    >
      {(account) => (
        <>
          {tab === 'profile' && (
            <div className="mb-6">
              <VisibilitySwitch
                artist={artist}
                loading={profile.status === 'loading'}
                onArtist={changed}
              />
            </div>
          )}
          {profile.status === 'loading' && <ShellSkeleton />}
          {profile.status === 'failed' && (
            <ShellProblem title="Your profile didn’t load" onRetry={() => void load()} />
          )}
          {artist && <Tab account={account} artist={artist} onArtist={changed} />}
        </>
      )}
    </DashboardShell>
  );
}

export default withBoundary(ArtistDashboard);
