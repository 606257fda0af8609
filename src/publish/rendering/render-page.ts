import type { Site } from '#site/scope.ts';
import { type PageRenderer, RenderError, type Rendered } from './renderer.ts';

/** A page or file that exists. */
export type Page = Rendered & { body: Buffer };

/** Renders a page that has to be there; gives the reason where that fails. */
export async function renderPage(
  renderer: PageRenderer,
  site: Site,
  route: string,
): Promise<Page | RenderError> {
  try {
    const { file, body } = await renderer.render(route, site);
    if (body) return { file, body };
    return new RenderError(route, new Error('the page says that it does not exist'));
  } catch (error) {
    if (error instanceof RenderError) return error;
    throw error;
  }
}
