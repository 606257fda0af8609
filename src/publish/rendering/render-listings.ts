import { inEachLanguage } from '#config/language-paths.ts';
import type { Site } from '#site/scope.ts';
import { type PageRenderer, RenderError, type Rendered } from './renderer.ts';

/** Renders files that list the whole directory, as far as the bundle has them, without a body those that are over; `errors` are sentences. */
export async function renderLists(renderer: PageRenderer, site: Site, routes: readonly string[]) {
  const rendered: Rendered[] = [];
  const errors: string[] = [];
  const all = inEachLanguage(routes).flat();
  for (const route of all.filter((known) => renderer.has(known))) {
    try {
      rendered.push(await renderer.render(route, site));
    } catch (error) {
      if (!(error instanceof RenderError)) throw error;
      errors.push(error.message);
    }
  }
  return { rendered, errors };
}
