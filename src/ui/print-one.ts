/** Prints one part of the page alone. */
export function printOne(part: Element | null): void {
  if (!part) return;
  const { classList } = document.documentElement;
  part.toggleAttribute('data-print', true);
  classList.add('print-one');
  const restore = () => {
    part.toggleAttribute('data-print', false);
    classList.remove('print-one');
  };
  addEventListener('afterprint', restore, { once: true });
  print();
}
