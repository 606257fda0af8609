import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { decodeLoosely } from '#config/decode-loosely.ts';
import { ifExists, listFiles } from '#node/files.ts';
import { brotli, gzipped } from '#publish/rendering/compressed.ts';
import { contentType, isPacked, lifetimeOf } from '#site/served.ts';
import { httpServer } from './http-server.ts';

/**
 * A host of static files as Cloudflare Pages says that it works: rules of `_redirects` come first, then files, under
 * addresses without `.html`; other spellings of these lead there. `_headers` are those of files, and of the 404 page; where
 * several rules name the same header, it has all their values. It compresses by itself, with the effort of npm start.
 */
export async function startStaticHost(dir: string) {
  const files = new Set((await listFiles(dir)).map((file) => `/${file}`));
  const lines = (name: string) => readFileSync(path.join(dir, name), 'utf8').split('\n');
  const redirects = lines('_redirects').flatMap((line) => {
    const [from = '', to = '', status = ''] = line.split(' ');
    return status.startsWith('3') ? [{ from, to, status: Number(status) }] : [];
  });
  const rules = rulesOf(lines('_headers'));

  return httpServer(async ({ url = '', headers: asked }, response) => {
    const mark = url.indexOf('?');
    const [at, query] = mark < 0 ? [url, ''] : [url.slice(0, mark), url.slice(mark)];
    const lead = (to: string, status: number) =>
      void response.writeHead(status, { location: to + query }).end();
    const redirect = redirects.find(({ from }) => from === at);
    if (redirect) return lead(redirect.to, redirect.status);
    const name = decodeLoosely(at);
    const bare = name.replace(/\/$|\.html$/, '');
    if (bare !== '' && bare !== name && files.has(`${bare}.html`))
      return lead(encodeURI(bare), 308);
    const file = [name === '/' ? '/index.html' : name, `${name}.html`].find((each) =>
      files.has(each),
    );
    const shown = file ?? '/404.html';
    const body = (await ifExists(readFile(path.join(dir, shown)))) ?? Buffer.alloc(0);
    const headers = new Map([['cache-control', 'public, max-age=0, must-revalidate']]);
    const own = rules.filter(({ pattern }) => pattern.test(at)).flatMap(({ headers }) => headers);
    for (const [header, value] of own) {
      const before = header === 'cache-control' ? undefined : headers.get(header);
      headers.set(header, before === undefined ? value : `${before}, ${value}`);
    }
    const encoding = isPacked(shown) ? encodingOf(String(asked['accept-encoding'] ?? '')) : null;
    if (encoding) headers.set('content-encoding', encoding);
    if (isPacked(shown)) headers.set('vary', 'accept-encoding');
    headers.set('content-type', contentType(shown));
    response.writeHead(file ? 200 : 404, Object.fromEntries(headers));
    if (encoding === 'br') response.end(await brotli(body, lifetimeOf(at).immutable));
    else response.end(encoding ? await gzipped(body) : body);
  });
}

const encodingOf = (accepted: string) =>
  accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : null;

interface HeaderRule {
  pattern: RegExp;
  headers: [name: string, value: string][];
}

function rulesOf(lines: readonly string[]): HeaderRule[] {
  const rules: HeaderRule[] = [];
  for (const line of lines) {
    const [, name, value = ''] = /^ +([^:]+): (.*)$/.exec(line) ?? [];
    if (name) rules.at(-1)?.headers.push([name, value]);
    else if (line.startsWith('/')) {
      const text = line.replace(/[.+?]/g, '\\$&').replace('*', '.*').replace(/:\w+/g, '[^/]+');
      rules.push({ pattern: new RegExp(`^${text}$`), headers: [] });
    }
  }
  return rules;
}
