/**
 * Supabase Edge Function for a site on a static host: the database calls it (settings `webhook_url` and
 * `webhook_secret`), it verifies the call and triggers the host's deploy hook. Deploy it with
 * `supabase functions deploy rebuild-site --no-verify-jwt`; the signature takes the place of a JWT.
 */
import { handle } from './handler.ts';

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

/** The database remembers webhook ids, so that every instance of this function knows them. */
async function remember(id: string): Promise<boolean> {
  const response = await fetch(`${url}/rest/v1/rpc/remember_webhook`, {
    method: 'POST',
    headers: { apikey: secretKey, 'content-type': 'application/json' },
    body: JSON.stringify({ p_id: id }),
  });
  if (!response.ok) throw new Error(`remember_webhook answered ${response.status}`);
  return (await response.json()) === true;
}

Deno.serve((request) => handle(request, { webhookSecrets, deployHookUrl, remember }));
