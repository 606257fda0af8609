import { App } from '@supabase/lite';
import type { Database } from './database.ts';
import { admitQueries } from './gateway/admission.ts';
import { takeOverPasswords } from './gateway/passwords.ts';
import type { Keys } from './options.ts';

interface Services {
  db: Database;
  origin: string;
  keys: Keys;
  mailConfigured: boolean;
}

/** Of one answer, as on hosted projects and in supabase/config.toml. */
const MOST_ROWS = 1000;

/** What @supabase/lite would mail itself; the gateway answers every request that leads to one. */
const NO_MAIL = {
  send: () => Promise.reject(new Error('@supabase/lite sends no mail here: see gateway/auth.ts.')),
};

/**
 * The REST and Auth services over a hardened connection, without the parts that need no key.
 * @throws StartupError when this version of @supabase/lite has no place for what is put into it.
 */
export async function createServices(services: Services): Promise<App> {
  const { db, origin, keys, mailConfigured } = services;
  takeOverPasswords();
  admitQueries(db);
  const app = new App({
    connection: db.connection,
    api: { schemas: ['public'], max_rows: MOST_ROWS },
    auth: {
      enabled: true,
      jwt_secret: keys.jwtSecret,
      jwt_expiry: 3600,
      site_url: origin,
      additional_redirect_urls: [],
      minimum_password_length: 6,
      publishable_key: keys.publishableKey,
      secret_key: keys.secretKey,
      email: {
        enable_signup: true,
        // Only shown by it: what is mailed and confirmed is decided in gateway/auth.ts.
        enable_confirmations: mailConfigured,
      },
    },
    // gateway/storage.ts answers it.
    storage: { enabled: false },
    studio: { enabled: false },
    options: {
      drivers: { email: NO_MAIL },
      server: { admin: false, disableStudio: true },
    },
  } as ConstructorParameters<typeof App>[0]);
  await app.init();
  return app as unknown as App;
}
