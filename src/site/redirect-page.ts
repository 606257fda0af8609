import { LANGUAGE } from '#config/language.ts';
import { absolute } from './seo.ts';
import { xmlText } from './xml.ts';

/**
 * The page of an address that has moved, for hosts that know nothing of it; our own server answers with a redirect
 * instead (`src/server/asset.ts` reads where to).
 */
export function redirectPage(path: string, site: URL): Response {
  const target = xmlText(path);
  return new Response(
    `<!doctype html><html lang="${LANGUAGE}"><head><meta charset="utf-8"><title>This page has moved</title>` +
      `<meta http-equiv="refresh" content="0;url=${target}"><meta name="robots" content="noindex">` +
      `<link rel="canonical" href="${xmlText(absolute(path, site))}"></head>` +
      `<body><p>This page has moved: <a href="${target}">go there</a>.</p></body></html>`,
    { headers: { 'content-type': 'text/html; charset=utf-8' } },
  );
}
