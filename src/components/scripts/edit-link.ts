import { paths } from '#config/paths.ts';

const TABS: Record<string, 'artists' | 'murals'> = { artist: 'artists', mural: 'murals' };

/** One press from the page of an artist or a mural to its form; loaded for admins alone. */
export function showEditLink(): void {
  const [, kind = '', slug] = /\/(artist|mural)\/([^/]+)$/.exec(location.pathname) ?? [];
  const what = TABS[kind];
  const share = document.querySelector('[data-act="share"]');
  if (!what || !slug || !share || document.querySelector('[data-edit]')) return;
  const link = document.createElement('a');
  link.className = 'share';
  link.href = paths.adminEdit(what, decodeURIComponent(slug));
  link.textContent = 'Edit';
  link.dataset.edit = '';
  share.before(link);
}
