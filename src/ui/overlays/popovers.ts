const opened = () => document.querySelector<HTMLElement>('[popover][data-open]');

function toggle(popover: HTMLElement | null): void {
  if (!popover) return;
  Object.assign(popover.style, { position: 'fixed', zIndex: 50 });
  const newState = popover.toggleAttribute('data-open') ? 'open' : 'closed';
  popover.dispatchEvent(Object.assign(new Event('toggle'), { newState }));
}

let added = false;

/** Opens and closes popovers in browsers that have none (before iOS 17 and Firefox 125); components.css hides them. */
export function addPopovers(): void {
  if (added || 'popover' in HTMLElement.prototype) return;
  added = true;
  addEventListener('click', ({ target }) => {
    const button = (target as Element).closest('[popovertarget]');
    const popover = button && document.getElementById(button.getAttribute('popovertarget') ?? '');
    const other = opened();
    if (other && other !== popover && !other.contains(target as Node)) toggle(other);
    toggle(popover);
  });
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') toggle(opened());
  });
}
