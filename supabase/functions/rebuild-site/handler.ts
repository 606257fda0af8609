import { verifyWebhook } from './verify.ts';

export interface Settings {
  /** Separated by spaces: two while one is being rotated. */
  webhookSecrets: string;
  /** The static host's deploy hook; whoever has it can start builds, so it never leaves this function. */
  deployHookUrl: string;
  /** Durable: false for an id that was seen before. */
  remember: (id: string) => Promise<boolean>;
  fetch?: typeof fetch;
}

const BODY_LIMIT = 20_000;

/** Verifies a signed call from the database and asks the static host for a new build. */
export async function handle(request: Request, settings: Settings): Promise<Response> {
  if (request.method !== 'POST') return answer(405, 'Only POST.', { allow: 'POST' });
  const body = await readLimited(request);
  if (!body) return answer(413, `At most ${BODY_LIMIT} bytes.`);
  const secrets = settings.webhookSecrets.split(/\s+/).filter(Boolean);
  const id = await verifyWebhook(secrets, request.headers, body);
  if (!id) return answer(401, 'The signature or its time is not valid.');
  if (!(await settings.remember(id))) return answer(409, 'This webhook was received before.');

  const hook = await (settings.fetch ?? fetch)(settings.deployHookUrl, {
    method: 'POST',
    signal: AbortSignal.timeout(10_000),
  }).catch(() => null);
  if (!hook?.ok) return answer(502, `The deploy hook answered ${hook?.status ?? 'nothing'}.`);
  return answer(202, 'A build was asked for.');
}

/** Null as soon as the body is too large. */
async function readLimited(request: Request): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(request.headers.get('content-length') ?? 0) > BODY_LIMIT) return null;
  const body = new Uint8Array(await request.arrayBuffer());
  return body.length > BODY_LIMIT ? null : body;
}

function answer(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json(
    { message },
    { status, headers: { 'cache-control': 'no-store', ...headers } },
  );
}
