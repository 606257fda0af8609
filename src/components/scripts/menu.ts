import { paths } from '#config/paths.ts';
import { ownRequest } from '#features/requests/sending/own-request.store.ts';
import { openModal } from '#ui/overlays/overlays.ts';

/** The mobile menu is a modal <dialog>: focus trap, Escape and focus return come with it. */
const menu = document.querySelector<HTMLDialogElement>('#mobile-menu');

export const openMenu = () => menu && openModal(menu);
export const closeMenu = () => menu?.close();

// A press beside the panel lands on the dialog itself.
menu?.addEventListener('click', (event) => {
  if (event.target === menu) closeMenu();
});

// Only a script opens it, so pages need not carry what stands beside the navigation's own links.
const own = ownRequest();
for (const [label, href] of [
  ['Shortlist', paths.shortlist],
  ...(own ? [['Your Request', paths.requestBy(own.token)]] : []),
  ['What a Mural Costs', paths.cost],
] as const) {
  const link = Object.assign(document.createElement('a'), { href, className: 'mobile-link' });
  link.textContent = label;
  const item = document.createElement('li');
  item.append(link);
  menu?.querySelector('ul')?.append(item);
}
