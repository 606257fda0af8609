import type { Plugin } from 'vite';
import { mailFiles } from '#embedded/mail/mail.ts';
import { listPage, mailPage } from './mail-page.ts';
import { readMail } from './read-mails.ts';

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
    const mails = await Promise.all(
      newest.map(async (file) => ({ ...(await readMail(file)), href: hrefOf(file.name) })),
    );
    return listPage(mails, files.length);
  }
  const file = files.find(({ name }) => hrefOf(name) === DEV_MAIL + path);
  return file ? mailPage(await readMail(file), DEV_MAIL) : null;
}

const hrefOf = (name: string) => `${DEV_MAIL}/${encodeURIComponent(name)}`;
