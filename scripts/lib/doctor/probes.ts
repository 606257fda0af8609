import { Webhook } from 'standardwebhooks';
import type { Environment } from '#config/process/environment.ts';
import { hostOf } from '#config/unreachable.ts';
import { megabytes, type StorageRoom } from '#features/publishing/publishing.ts';
import { openTransport } from '#node/mail-transport.ts';
import { mailDir } from '#publish/process/source.ts';
import { METRICS_PATH } from '#server/metrics.ts';
import { askBackend } from '#server/process/figures.ts';
import { HOOK_PATH } from '#server/webhook.ts';
import { answersOf, type Finding } from './finding.ts';
import { keyProject, keyRole } from './rules.ts';
import { ask, type Call, type Project, type Setup } from './setup.ts';

/** Both keys, by what they say about themselves and by what the project answers to them. */
export async function keyFindings(project: Project, secretAnswer: Response): Promise<Finding[]> {
  return [await publishableFinding(project), await secretFinding(project, secretAnswer)];
}

/** How full the storage is, by its own limit. */
export async function uploadsFinding({ url, secretKey }: Project): Promise<Finding[]> {
  const { ok, warn } = answersOf('uploads');
  const room = await askBackend<StorageRoom>(url, secretKey, '/rest/v1/rpc/storage_room');
  // Where the function is missing, what is said of migrations says so.
  if (!room) return [];
  const text = `Uploads take ${megabytes(room.bytes)} of ${megabytes(room.limit)} (upload_total_mb in private.settings)`;
  return [
    room.bytes < room.limit * 0.8 ? ok(`${text}.`) : warn(`${text}: beyond that they are refused.`),
  ];
}

const named = (hosted: boolean) => ({
  publishable: hosted ? 'PUBLIC_SUPABASE_KEY' : 'publishableKey of keys.json',
  secret: hosted ? 'SUPABASE_SECRET_KEY' : 'secretKey of keys.json',
});

async function publishableFinding({ url, publishableKey, hosted }: Project): Promise<Finding> {
  const { ok, fail } = answersOf('publishable key');
  const name = named(hosted).publishable;
  if (keyRole(publishableKey) === 'secret')
    return fail(
      `${name} is a secret key, and every page would show it: put the publishable one there, and make a new secret one.`,
    );
  const wrong = wrongProject(publishableKey, url);
  if (wrong) return fail(`${name} ${wrong}`);
  const answer = await ask(`${url}/rest/v1/cities?select=id&limit=1`, {
    headers: { apikey: publishableKey },
  });
  if (answer.status === 401 || answer.status === 403)
    return fail(
      `${hostOf(url)} refuses ${name} (${answer.status}): copy it from the project's API settings.`,
    );
  // Where the table is missing, the key was good enough to learn so.
  return answer.ok || answer.status === 404
    ? ok(`${hostOf(url)} takes ${name}.`)
    : fail(
        `${hostOf(url)} answers ${answer.status} to a visitor's question: look at the project's API log.`,
      );
}

async function secretFinding(
  { url, secretKey, hosted }: Project,
  answer: Response,
): Promise<Finding> {
  const { ok, fail } = answersOf('secret key');
  const name = named(hosted).secret;
  if (keyRole(secretKey) === 'publishable')
    return fail(`${name} is a publishable key: put the secret one there.`);
  const wrong = wrongProject(secretKey, url);
  if (wrong) return fail(`${name} ${wrong}`);
  if (answer.ok) return ok(`${hostOf(url)} takes ${name}, and it may do what a secret key may.`);
  // Where a migration is missing, only the accounts tell whether this key may do more than a visitor's.
  const accounts = await ask(`${url}/auth/v1/admin/users?page=1&per_page=1`, {
    headers: { apikey: secretKey, authorization: `Bearer ${secretKey}` },
  });
  return accounts.ok
    ? ok(`${hostOf(url)} takes ${name}.`)
    : fail(
        `${hostOf(url)} refuses ${name} (${answer.status}): copy the secret key from the project's API settings.`,
      );
}

function wrongProject(key: string, url: string): string | null {
  const project = keyProject(key);
  const { hostname } = new URL(url);
  return project && hostname.endsWith('.supabase.co') && !hostname.startsWith(`${project}.`)
    ? `is of the project ${project}, and PUBLIC_SUPABASE_URL of ${hostname}: take both from the same one.`
    : null;
}

/** Where links in mails lead: Auth follows only addresses in its settings, and goes to its own otherwise. */
export async function authFindings(
  { url, publishableKey, hosted }: Project,
  origin: string,
): Promise<Finding[]> {
  const { ok, fail } = answersOf('auth links');
  const { warn } = answersOf('auth settings');
  const headers = { apikey: publishableKey };
  const asked = new URLSearchParams({
    type: 'recovery',
    token: 'doctor',
    redirect_to: `${origin}/auth`,
  });
  // A token that nobody has: nothing is spent, but the answer is led somewhere.
  const led = await ask(`${url}/auth/v1/verify?${asked}`, { headers, redirect: 'manual' });
  const location = led.headers.get('location');
  const settings = await ask(`${url}/auth/v1/settings`, { headers }).then((response) =>
    response.ok ? response.json() : null,
  );
  const findings = [
    !location
      ? fail(`Auth answers ${led.status} to a link: see that the project runs.`)
      : new URL(location).origin === origin
        ? ok(`Links of mails lead to ${origin}.`)
        : fail(
            `Links of mails lead to ${new URL(location).origin}: set Auth's Site URL to ${origin} and its redirect URLs to ${origin}/** (or SITE_URL=${origin} supabase config push).`,
          ),
  ];
  if (hosted && settings?.mailer_autoconfirm)
    findings.push(
      warn('Addresses do not confirm: turn on "Confirm email", or run "supabase config push".'),
    );
  if (settings?.disable_signup) findings.push(warn('Nobody can sign up: allow new users in Auth.'));
  return findings;
}

/** Whether the server for mails lets us in; without one, what becomes of mails. */
export async function mailFinding({
  mail,
  dataDir,
  hosted,
  exposedBy,
}: Environment): Promise<Finding> {
  const { ok, warn, fail } = answersOf('mail');
  if (!mail.smtpUrl) {
    if (hosted)
      return warn(
        'SMTP_URL is not set: mails of the product wait in the database. Set it and MAIL_FROM.',
      );
    const files = `SMTP_URL is not set: each mail becomes a file in ${mailDir(dataDir)}`;
    return exposedBy
      ? warn(`${files}, and nobody gets one, not even to recover a password. Set it and MAIL_FROM.`)
      : ok(`${files}.`);
  }
  const transport = openTransport({ ...mail, folder: mailDir(dataDir) });
  const server = new URL(mail.smtpUrl).host;
  try {
    await transport.verify();
    return ok(`${server} lets us in; "npm run admin -- mail-test ADDRESS" sends one.`);
  } catch (error) {
    return fail(`${server} does not take mails (${(error as Error).message}): check SMTP_URL.`);
  } finally {
    transport.close();
  }
}

/** What answers at the public address. */
export async function siteFinding(origin: string, served: boolean): Promise<Finding> {
  const { ok, warn, fail } = answersOf('site');
  if (!served) return warn('No server runs over this data directory: "npm start".');
  const answer = await ask(`${origin}/healthz`);
  const health = await answer.json().catch(() => null);
  if (!health?.status) {
    const page = await ask(origin);
    return page.ok
      ? ok(`A static host answers at ${origin}.`)
      : fail(`${origin} answers ${page.status}: see that the proxy leads to the server.`);
  }
  const { status, reason, release } = health;
  if (status === 'ok') return ok(`${origin} serves release ${release}.`);
  const said = `${origin} says ${status}: ${reason ?? 'it does not say why'}. Look at its log.`;
  return status === 'degraded' ? warn(said) : fail(said);
}

/** Whether the figures of the server at `url` are open to the operator's programs and to nobody else. */
export async function metricsFinding(
  { metricsToken, exposedBy, origin }: Environment,
  url: string,
): Promise<Finding> {
  const { ok, fail } = answersOf('metrics');
  const look = async (base: string, token?: string) =>
    (
      await ask(`${base}${METRICS_PATH}`, {
        method: 'HEAD',
        headers: token ? { authorization: `Bearer ${token}` } : {},
      })
    ).status;
  const open = exposedBy !== null && (await look(origin)) === 200;
  if (open) return fail(`Everybody can read ${origin}${METRICS_PATH}: set METRICS_TOKEN.`);
  if (!metricsToken)
    return ok(
      (await look(url)) === 200
        ? `Only this machine can read ${METRICS_PATH}.`
        : `Nobody can read ${METRICS_PATH}; METRICS_TOKEN opens it for Prometheus.`,
    );
  const guarded = (await look(url)) === 401 && (await look(url, metricsToken)) === 200;
  return guarded
    ? ok(`METRICS_TOKEN opens ${METRICS_PATH}, and nothing else does.`)
    : fail(`${url} runs without METRICS_TOKEN, or with another one: start it again.`);
}

interface WebhookOptions {
  /** Where the database calls, or the server that runs here. */
  target: string;
  /** The server of this product; anything else starts a build when it is called. */
  ours: boolean;
  call: Call;
  /** By whom: the database, or the secret that is known here. */
  signature: string;
}

/** The round trip of a call: a wrong signature is refused, the right one is taken. */
export async function webhookFinding({
  target,
  ours,
  call,
  signature,
}: WebhookOptions): Promise<Finding> {
  const { ok, fail } = answersOf('webhook');
  const send = async (signed: string) => {
    const { status } = await ask(target, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': call.id,
        'webhook-timestamp': String(call.at),
        'webhook-signature': signed,
      },
      body: call.body,
    });
    return status;
  };
  const forged = await send(`v1,${Buffer.alloc(32).toString('base64')}`);
  if (forged !== 401)
    return fail(
      `${target} answers ${forged} to a call that nobody signed, instead of 401: webhook_url must lead to ${HOOK_PATH} or to the Edge Function.`,
    );
  if (!ours)
    return ok(
      `${target} refuses a forged call; a signed one would start a build, so none was made.`,
    );
  const taken = await send(signature);
  return taken === 202
    ? ok(`${target} takes signed calls and refuses forged ones.`)
    : fail(
        taken === 401
          ? `${target} refuses the database's signature: webhook_secret of private.settings must be one of REBUILD_WEBHOOK_SECRET.`
          : `${target} answers ${taken} to a signed call instead of 202: look at its log.`,
      );
}

/** As the database signs where it has a secret; the embedded one has none, and the server knows its own. */
export function signatureOf(
  call: Call,
  setup: Setup | null,
  secret: string | undefined,
): string | null {
  if (setup?.webhook_signature) return setup.webhook_signature;
  return secret ? new Webhook(secret).sign(call.id, new Date(call.at * 1000), call.body) : null;
}
