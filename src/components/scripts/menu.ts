/** The mobile menu is a modal <dialog>: focus trap, Escape and focus return come with it. */
const menu = document.querySelector<HTMLDialogElement>('#mobile-menu');

export const openMenu = () => menu?.showModal();

// A press beside the panel lands on the dialog itself.
menu?.addEventListener('click', (event) => {
  if (event.target === menu) menu.close();
});
// The panel is for narrow screens: turning a tablet must not leave it over the wide bar.
matchMedia('(min-width: 64rem)').addEventListener('change', () => menu?.close());
