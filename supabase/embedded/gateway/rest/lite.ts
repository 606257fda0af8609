import { App, type ServerOptions } from '@supabase/lite';
import { claimsOf } from '#http/signed-token.ts';
import type { Keys } from '../../base/options.ts';
import type { Services } from '../call/call.ts';
import { admitQueries } from './admission.ts';

type Middleware = NonNullable<ServerOptions['middlewares']>[number];

/**
 * Says whose token a call carries, which the gateway has checked. @supabase/lite would verify it, look its account and
 * session up in the database, and use neither: its REST service reads the token again by itself.
 */
const knownCaller =
  ({ jwtSecret }: Keys): Middleware =>
  (context, next) => {
    const token = context.req.header('authorization')?.slice('Bearer '.length);
    const { sub, session_id } = (token && claimsOf(token, jwtSecret)) || {};
    if (sub && session_id) {
      context.set('userId', String(sub));
      context.set('sessionId', String(session_id));
    }
    return next();
  };

/** Of one answer, as on hosted projects and in supabase/config.toml. */
const MOST_ROWS = 1000;

/** The REST service over a hardened connection. */
export async function createServices({ db, keys }: Pick<Services, 'db' | 'keys'>): Promise<App> {
  admitQueries(db);
  const app = new App({
    connection: db.connection,
    api: { schemas: ['public'], max_rows: MOST_ROWS },
    // For the keys and tokens of the other services; no request reaches its own auth service (gateway/auth/index.ts).
    auth: {
      enabled: true,
      jwt_secret: keys.jwtSecret,
      publishable_key: keys.publishableKey,
      secret_key: keys.secretKey,
    },
    // gateway/storage/index.ts answers it.
    storage: { enabled: false },
    studio: { enabled: false },
    options: { server: { admin: false, disableStudio: true, middlewares: [knownCaller(keys)] } },
  } as ConstructorParameters<typeof App>[0]);
  await app.init();
  return app as unknown as App;
}
