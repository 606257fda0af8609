/**
 * Adds styles that a page does without until a visitor presses something. A plain import would not do: Astro
 * links the styles of every script a page can ever load in its head. Resolves also when they cannot be had,
 * because a dialog without looks is better than none.
 */
export function addStylesheet(href: string): Promise<unknown> {
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  const loaded = new Promise((done) => {
    link.onload = done;
    link.onerror = () => {
      // Asked for again the next time.
      link.remove();
      done(null);
    };
  });
  document.head.append(link);
  return loaded;
}
