import type { Plugin } from 'vite';
import { mailFiles } from '#embedded/mail/mail.ts';
import { escapeHtml } from '#node/html.ts';
import { type Mail, readMail } from './read-mails.ts';

/** Where mails can be read while developing. */
export const DEV_MAIL = '/dev/mail';

/** Serves `DEV_MAIL` from the development server, and from nowhere else: it is no page of the site. */
export function devMail(dataDir: string): Plugin {
  return {
    name: 'dev-mail',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use(DEV_MAIL, async (request, response, next) => {
        try {
          const page = await pageAt(dataDir, request.url?.split('?')[0] ?? '/');
          response.statusCode = page ? 200 : 404;
          for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
          response.end(page ?? GONE);
        } catch (error) {
          next(error);
        }
      });
    },
  };
}

/** How many mails the list shows. */
const SHOWN = 100;

const GONE = `This mail is gone. All that there are: ${DEV_MAIL}`;

/** Mails carry links that sign in: no script may run here, and nothing may keep or frame the pages. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
};

/** The list at `/`, a mail at the name of its file; null where there is none of that name. */
export async function pageAt(dataDir: string, path: string): Promise<string | null> {
  const files = await mailFiles(dataDir);
  if (path === '/') {
    const newest = files.slice(-SHOWN).toReversed();
    const rows = await Promise.all(
      newest.map(async (file) => row(file.name, await readMail(file))),
    );
    return page(`<h1>Mails</h1>\n<ul>${rows.join('')}</ul>`);
  }
  const file = files.find(({ name }) => hrefOf(name) === DEV_MAIL + path);
  if (!file) return null;
  const { html, text } = await readMail(file);
  return html || page(`<pre>${escapeHtml(text)}</pre>`);
}

const row = (name: string, { to, subject, at }: Mail) =>
  `<li><a href="${hrefOf(name)}">${escapeHtml(subject)}</a> to ${escapeHtml(to)}, ${at?.toISOString()}</li>\n`;

const page = (body: string) =>
  `<!doctype html><meta name="viewport" content="width=device-width"><title>Mails</title>\n${body}`;

const hrefOf = (name: string) => `${DEV_MAIL}/${encodeURIComponent(name)}`;
