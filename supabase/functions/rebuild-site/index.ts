/**
 * Supabase Edge Function for a site on a static host: the database calls it (settings `webhook_url` and
 * `webhook_secret`), it verifies the call and triggers the host's deploy hook. Deploy it with
 * `supabase functions deploy rebuild-site --no-verify-jwt`; the signature takes the place of a JWT.
 */
import { handle } from './handler.ts';

/** How long a build waits for more changes. */
const WAIT_MS = 10_000;
const LEASE = 'static-build';

declare const EdgeRuntime: { waitUntil(work: Promise<void>): void };
declare const Deno: {
  env: { get(name: string): string | undefined };
  serve(handler: (request: Request) => Promise<Response>): void;
};

function setting(name: string): string {
  const value = Deno.env.get(name);
  if (!value) throw new Error(`The secret ${name} is not set: supabase secrets set ${name}=…`);
  return value;
}

const webhookSecrets = setting('REBUILD_WEBHOOK_SECRET');
const deployHookUrl = setting('DEPLOY_HOOK_URL');
const url = setting('SUPABASE_URL');
const secretKey = Deno.env.get('SECRET_KEY') ?? setting('SUPABASE_SERVICE_ROLE_KEY');

/** What every instance of this function has to know is in the database. */
async function call(name: string, parameters: object): Promise<unknown> {
  const response = await fetch(`${url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { apikey: secretKey, 'content-type': 'application/json' },
    body: JSON.stringify(parameters),
  });
  if (!response.ok) throw new Error(`${name} answered ${response.status}`);
  return response.status === 204 ? null : response.json();
}

const settings = {
  webhookSecrets,
  deployHookUrl,
  remember: async (id: string) => (await call('remember_webhook', { p_id: id })) === true,
  claim: async (id: string) => {
    const lease = { p_name: LEASE, p_holder: id, p_seconds: WAIT_MS / 1000 + 5 };
    return (await call('take_lease', lease)) === id;
  },
  release: async (id: string) => void (await call('end_lease', { p_name: LEASE, p_holder: id })),
  waitMs: WAIT_MS,
  later: (work: Promise<void>) => EdgeRuntime.waitUntil(work),
};

Deno.serve((request) => handle(request, settings));
