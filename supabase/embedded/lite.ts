import { fileURLToPath } from 'node:url';
import { App, setExperimental } from '@supabase/lite';
import type { Database } from './database.ts';
import type { FileStore } from './files.ts';
import { admitQueries } from './gateway/admission.ts';
import { takeOverPasswords } from './gateway/passwords.ts';
import { mailbox } from './mail.ts';
import type { Keys } from './options.ts';

interface Services {
  db: Database;
  files: FileStore;
  mailDir: string;
  origin: string;
  keys: Keys;
}

const template = (name: string) =>
  fileURLToPath(new URL(`../templates/${name}.html`, import.meta.url));

/** The REST, Auth and Storage services over a hardened connection, without the parts that need no key. */
export async function createServices({ db, files, mailDir, origin, keys }: Services): Promise<App> {
  takeOverPasswords();
  admitQueries(db.connection);
  const app = new App({
    connection: db.connection,
    api: { schemas: ['public'] },
    auth: {
      enabled: true,
      jwt_secret: keys.jwtSecret,
      jwt_expiry: 3600,
      site_url: origin,
      additional_redirect_urls: [`${origin}/**`],
      minimum_password_length: 6,
      publishable_key: keys.publishableKey,
      secret_key: keys.secretKey,
      email: {
        enable_signup: true,
        enable_confirmations: false,
        otp_expiry: 3600,
        // Links carry a hash of e-mail and code; the longest code makes guessing one hopeless.
        otp_length: 10,
        template: {
          recovery: { subject: 'Reset your password', content_path: template('recovery') },
          confirmation: {
            subject: 'Confirm your e-mail address',
            content_path: template('confirmation'),
          },
          email_change: {
            subject: 'Confirm your new e-mail address',
            content_path: template('email_change'),
          },
        },
      },
    },
    storage: { enabled: true, file_size_limit: '50MiB' },
    studio: { enabled: false },
    options: {
      drivers: { email: mailbox(mailDir, origin) },
      server: { admin: false, disableStudio: true },
    },
  } as ConstructorParameters<typeof App>[0]);
  (app as unknown as { _storageAdapter: FileStore })._storageAdapter = files;
  await app.init();
  // After init, because it warns on the console about what is switched on before.
  setExperimental('storage', true);
  return app as unknown as App;
}
