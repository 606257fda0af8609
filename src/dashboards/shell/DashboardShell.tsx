import type { ReactNode } from 'react';
import type { ShellAccount } from '#features/accounts/account-types.ts';
import type { PageAccess } from '#features/accounts/guard.store.ts';
import { logOut, retrySession } from '#features/accounts/session.store.ts';
import { type BellProps, NoticeBell } from '#features/notifications/NoticeBell.tsx';
import { hasUnsaved } from '#ui/forms/use-unsaved-warning.ts';
import type { Pieces } from '#ui/pieces.ts';
import { ShellProblem, ShellSkeleton } from '#ui/skeletons.tsx';
import { askLogout } from '../ask-logout.tsx';
import type { StartFind } from '../find/found.ts';
import { logoutLosses } from '../logout-losses.store.ts';
import { FindButton } from './FindButton.tsx';
import { GroupTabs } from './GroupTabs.tsx';
import { SidebarNav } from './SidebarNav.tsx';
import type { ShellGroup } from './shell-links.ts';
import { DrawerClose, TopBar } from './TopBar.tsx';
import { useSidebar } from './use-sidebar.ts';

interface Props {
  /** Heading of the open tab. */
  title: string;
  menu: readonly ShellGroup[];
  /** The tabs beside the open one, at the top of the page. */
  group?: ShellGroup | null;
  access: PageAccess;
  /** What is new, at the end of the heading's line. */
  bell: BellProps;
  /** Loads the search over everything, where the role has one. */
  find?: (() => Promise<StartFind>) | undefined;
  /** Beside the heading: the tab's main action. */
  actions?: ReactNode;
  /** The action stands beside the heading where there is little room, too. */
  shortActions?: boolean;
  /** The tab itself, only called once the person is known to be allowed here. */
  children: (account: ShellAccount) => Pieces;
}

/**
 * The frame of every dashboard: sidebar (16rem, a 3rem rail when closed, an 18rem drawer under 768 px),
 * heading and content. `access` says what may be shown.
 */
export function DashboardShell(props: Props) {
  const { title, menu, access, bell, actions, children } = props;
  const { group, find, shortActions = false } = props;
  const { open, toggle, column, drawer, drawerOpen, onDrawerClose } = useSidebar();
  const account = access.state === 'ready' ? access.account : null;
  const askAndLogOut = async () => {
    const lost = [
      ...(hasUnsaved() ? ['changes on this page that aren’t saved'] : []),
      ...logoutLosses(),
    ];
    if (!(await askLogout(lost))) return;
    // Its entry of the history goes with it: Back then leads to a page and not to an empty drawer.
    drawer.current?.close();
    void logOut();
  };
  const nav = { menu, account, onLogout: () => void askAndLogOut() };
  return (
    <div className="flex min-h-dvh bg-paper text-ink">
      <a
        href="#dashboard-content"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:rounded-control focus:bg-ink focus:px-4 focus:py-2 focus:text-paper"
      >
        Skip to content
      </a>
      <aside
        ref={column}
        data-state={open ? 'expanded' : 'collapsed'}
        className={`sticky top-0 hidden h-dvh shrink-0 border-line border-r bg-paper-2 transition-[width] duration-150 motion-reduce:transition-none md:block print:hidden ${open ? 'w-64' : 'w-12'}`}
      >
        {!drawerOpen && <SidebarNav compact={!open} {...nav} />}
      </aside>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop closes; Escape is the dialog's own. */}
      <dialog
        ref={drawer}
        aria-label="Menu"
        className="fixed inset-y-0 left-0 m-0 h-dvh max-h-none w-72 max-w-full border-line border-r bg-paper-2 p-0 text-ink backdrop:bg-ink/50 md:hidden"
        onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
        onClose={onDrawerClose}
      >
        {drawerOpen && (
          <>
            <DrawerClose onClose={() => drawer.current?.close()} />
            <SidebarNav {...nav} />
          </>
        )}
      </dialog>
      <div className="min-w-0 flex-1">
        <TopBar
          title={title}
          find={account && find && <FindButton load={find} />}
          bell={account && <NoticeBell {...bell} />}
          actions={actions}
          isShort={shortActions}
          onToggle={toggle}
        />
        <main id="dashboard-content" tabIndex={-1} className="mx-auto max-w-6xl p-4 md:p-8">
          {group && <GroupTabs group={group} />}
          {access.state === 'wait' && <ShellSkeleton />}
          {access.state === 'retry' && <ShellProblem onRetry={() => void retrySession()} />}
          {access.state === 'ready' && children(access.account)}
        </main>
      </div>
    </div>
  );
}
