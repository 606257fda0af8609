import { openModal } from '#ui/overlays.ts';

/** The mobile menu is a modal <dialog>: focus trap, Escape and focus return come with it. */
const menu = document.querySelector<HTMLDialogElement>('#mobile-menu');

export const openMenu = () => menu && openModal(menu);
export const closeMenu = () => menu?.close();

// A press beside the panel lands on the dialog itself.
menu?.addEventListener('click', (event) => {
  if (event.target === menu) closeMenu();
});
