import { again } from '#ui/again.ts';
import { logOutEvenOffline } from './account.ts';
import { closeMenu, openMenu } from './menu.ts';
import './more-cards.ts';
import '#features/requests/sending/own-request.script.ts';
import './prefetch.ts';
import '#features/directory/shortlist/recent.script.ts';
import { save } from '#features/directory/shortlist/save.script.ts';
import { nextTheme } from './theme.ts';
import { registerWorker } from './worker.ts';

/** What each `data-act` button does. The larger things are fetched when they are asked for. */
const ACTIONS: Record<string, (button: HTMLElement) => unknown> = {
  menu: openMenu,
  logout: () => {
    closeMenu();
    return logOutEvenOffline();
  },
  theme: nextTheme,
  save,
  share: async () => (await again(() => import('#ui/share/share.ts'))).share(),
  'wall-preview': async (button) =>
    (await again(() => import('./wall-preview.ts'))).seeOnWall(button),
};

export const act = (button: HTMLElement) => ACTIONS[button.dataset.act ?? '']?.(button);

// For readers of two languages.
import('./language.ts').catch(() => {});

// Of use to a keyboard alone: a pointer looks for no focus.
addEventListener('keydown', () => import('./keep-focus.ts').catch(() => {}), { once: true });

// What a person sees without a network. After everything else, and gone when it cannot be had.
if (import.meta.env.PROD) registerWorker().catch(() => {});
