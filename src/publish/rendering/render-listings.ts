import type { Site } from '#site/scope.ts';
import { type Page, renderPage } from './render-page.ts';
import type { PageRenderer } from './renderer.ts';

/** Renders files that list the whole directory, as far as the bundle has them; `errors` are sentences. */
export async function renderLists(renderer: PageRenderer, site: Site, routes: readonly string[]) {
  const rendered: Page[] = [];
  const errors: string[] = [];
  for (const route of routes.filter((known) => renderer.has(known))) {
    const page = await renderPage(renderer, site, route);
    if (page instanceof Error) errors.push(page.message);
    else rendered.push(page);
  }
  return { rendered, errors };
}
