/** Moves sight and focus to a heading. What is still loading is waited for. */
export function jumpTo(id: string, tries = 50): void {
  const heading = document.getElementById(id);
  if (!heading) {
    if (tries > 0) setTimeout(jumpTo, 100, id, tries - 1);
    return;
  }
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  heading.scrollIntoView();
}
