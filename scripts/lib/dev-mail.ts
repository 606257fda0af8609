import type { Plugin } from 'vite';
import { mailPage } from './mail-page.ts';
import { listMails } from './read-mails.ts';

/** Where mails of the embedded backend can be read while developing. */
export const DEV_MAIL = '/dev/mail';

/** Serves `DEV_MAIL` from the development server, and from nowhere else: it is no page of the site. */
export function devMail(dataDir: string): Plugin {
  return {
    name: 'dev-mail',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use(DEV_MAIL, async (request, response, next) => {
        if (request.url?.split('?')[0] !== '/') return next();
        try {
          const page = mailPage(await listMails(dataDir));
          // Mails carry links that sign in: no script may run here, and nothing may keep or frame the page.
          response.setHeader(
            'content-security-policy',
            "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
          );
          response.setHeader('content-type', 'text/html; charset=utf-8');
          response.setHeader('cache-control', 'no-store');
          response.setHeader('referrer-policy', 'no-referrer');
          response.end(page);
        } catch (error) {
          next(error);
        }
      });
    },
  };
}
