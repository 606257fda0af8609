import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RouteData } from 'astro';
import type { Language } from '#config/language.ts';
import { englishPath, inEachLanguage, languageOf } from '#config/language-paths.ts';
import type { Mailbox } from '#config/mailbox.ts';
import type { PublicApi } from '#config/public-api.ts';
import { messageOf } from '#node/errors.ts';
import type { Site } from '#site/scope.ts';
import { rendererIn } from './bundle.ts';

/** What `entry.ts` exports, seen from outside the bundle. */
interface Bundle {
  app: {
    manifest: Manifest;
    logger: { options: { level: string } };
    match(request: Request, prerendered: boolean): RouteData | undefined;
    render(request: Request, options: object): Promise<Response>;
    renderError: (request: Request, options: { status: number; error?: unknown }) => unknown;
  };
  StaticPaths: new (app: object) => { getAll(): Promise<{ pathname: string; route: RouteData }[]> };
  runInSite<T>(site: Site, work: () => Promise<T>): Promise<T>;
}

interface Manifest {
  routes: { routeData: RouteData }[];
  pageMap: Map<string, () => Promise<unknown>>;
  serverLike: boolean;
  csp?: { cspDestination: string };
}

/** What the renderer gives pages. No bundle has any of it inside. */
export interface RenderSettings {
  /** The site's public origin. */
  origin: string;
  api: PublicApi;
  /** Who runs the site, where that was said. */
  operator: Mailbox | null;
}

export interface Rendered {
  /** Where the page goes below a release. */
  file: string;
  /** Null means that there is no such page. */
  body: Buffer | null;
}

export interface PageRenderer {
  /** Every path of the site, as Astro's own build would list them. */
  routes(site: Site): Promise<string[]>;
  /** Whether some page or file of the site has this path. */
  has(pathname: string): boolean;
  /** Throws a `RenderError` that names the path when the page throws. */
  render(pathname: string, site: Site): Promise<Rendered>;
}

export class RenderError extends Error {
  readonly route: string;

  constructor(pathname: string, cause: unknown) {
    super(`${pathname}: ${messageOf(cause)}`, { cause });
    this.name = 'RenderError';
    this.route = pathname;
  }
}

/**
 * Opens a kept bundle: the renderers of all languages as one. Pages are found by path alone, so that one that is new
 * since the build renders too.
 */
export async function openRenderer(
  rendererDir: string,
  settings: RenderSettings,
): Promise<PageRenderer> {
  const open = (language: Language) => openLanguage(rendererIn(language, rendererDir), settings);
  const [en, es] = await Promise.all([open('en'), open('es')]);
  const renderers = { en, es };
  const of = (pathname: string) => renderers[languageOf(pathname)];
  return {
    routes: async (site) => inEachLanguage(await en.routes(site)).flat(),
    has: (pathname) => of(pathname).has(pathname),
    render: (pathname, site) => of(pathname).render(pathname, site),
  };
}

/** The pages of one language. A bundle knows its pages by their English addresses. */
async function openLanguage(
  rendererDir: string,
  { origin, api, operator }: RenderSettings,
): Promise<PageRenderer> {
  const entry = pathToFileURL(path.join(rendererDir, 'entry.mjs')).href;
  const { app, StaticPaths, runInSite }: Bundle = await import(entry);
  // Whole in memory from here on: a page never fails because a file of the bundle is gone.
  await Promise.all([...app.manifest.pageMap.values()].map((load) => load()));
  const listing = listingManifest(app.manifest);
  renderOnDemand(app);
  const requestOf = (pathname: string) => new Request(new URL(englishPath(pathname), origin));

  return {
    routes: (site) =>
      runInSite(site, async () => {
        const found = await new StaticPaths({ manifest: listing, routeCache: new Map() }).getAll();
        return [...new Set(found.map(({ pathname }) => pathname || '/'))];
      }),
    has: (pathname) => Boolean(app.match(requestOf(pathname), true)),
    render: async (pathname, site) => {
      const request = requestOf(pathname);
      const routeData = app.match(request, true);
      if (!routeData) throw new RenderError(pathname, new Error('no page matches this path'));
      const file = outputFile(pathname, routeData.type);
      const isNotFound = englishPath(pathname) === '/404';
      try {
        let html: string | undefined;
        const finished = (text: string) => {
          html = text;
        };
        const response = await runInSite(site, () =>
          app.render(request, { routeData, locals: { api, operator, finished } }),
        );
        if (response.status === 404 && !isNotFound) return { file, body: null };
        if (response.status !== 200 && !isNotFound) throw new Error(`answered ${response.status}`);
        const body =
          html === undefined ? Buffer.from(await response.arrayBuffer()) : Buffer.from(html);
        return { file, body };
      } catch (error) {
        throw new RenderError(pathname, error);
      }
    },
  };
}

/** `StaticPaths` lists prerendered routes only, and asks a cache first that must not outlive one listing. */
function listingManifest(manifest: Manifest): Manifest {
  return {
    ...manifest,
    serverLike: false,
    routes: manifest.routes.map((route) => ({
      ...route,
      routeData: { ...route.routeData, prerender: true },
    })),
  };
}

/**
 * Unofficial: as on-demand routes, pages are not looked up in `getStaticPaths`, which would read the whole
 * site for one page. A test compares the bytes with those of Astro's own build.
 */
function renderOnDemand(app: Bundle['app']): void {
  const { manifest } = app;
  manifest.serverLike = true;
  // What throws is thrown on, with its route; Astro would print it as well.
  app.logger.options.level = 'silent';
  if (manifest.csp) manifest.csp.cspDestination = 'meta';
  for (const { routeData } of manifest.routes) routeData.prerender = false;
  app.renderError = (_request, { status, error }) => {
    if (error) throw error;
    return new Response(null, { status });
  };
}

/** '/artist/x' is artist/x.html, '/' is index.html; endpoints keep their name. */
export function outputFile(pathname: string, type: RouteData['type'] = 'page'): string {
  const name = decodeURI(pathname).replace(/^\/+/, '');
  if (type === 'endpoint') return name;
  return `${name || 'index'}.html`;
}
