import { verifyWebhook } from './verify.ts';

/** The first call waits for others, and then asks for a build that has what all of them told. */
interface RebuildSettings {
  /** Separated by spaces: two while one is being rotated. */
  webhookSecrets: string;
  /** The static host's deploy hook; whoever has it can start builds, so it never leaves this function. */
  deployHookUrl: string;
  /** Durable: false for an id that was seen before. */
  remember: (id: string) => Promise<boolean>;
  /** True for the first call, until `release`; durable, and over by itself when that never comes. */
  claim: (id: string) => Promise<boolean>;
  release: (id: string) => Promise<void>;
  waitMs: number;
  /** Goes on with work after the answer. */
  later: (work: Promise<void>) => void;
  fetch?: typeof fetch;
  retryMs?: number;
}

const MAX_BODY_BYTES = 20_000;
const MAX_ATTEMPTS = 3;
const RETRY_MS = 1000;

/** Verifies a signed call from the database and asks the static host for a new build. */
export async function handle(request: Request, settings: RebuildSettings): Promise<Response> {
  if (request.method !== 'POST') return answer(405, 'Only POST.', { allow: 'POST' });
  const body = await readLimited(request);
  if (body === null) return answer(413, `At most ${MAX_BODY_BYTES} bytes.`);
  const secrets = settings.webhookSecrets.split(/\s+/).filter(Boolean);
  const id = verifyWebhook(secrets, request.headers, body);
  if (!id) return answer(401, 'The signature or its time is not valid.');
  // Before the hook is called: a call that somebody replays must not start a build, also not beside the first.
  if (!(await settings.remember(id))) return answer(409, 'This webhook was received before.');
  if (await settings.claim(id)) settings.later(buildLater(id, settings));
  return answer(202, 'A build is about to be asked for.');
}

async function buildLater(id: string, settings: RebuildSettings): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, settings.waitMs));
  // First: a call from now on may be too late for this build.
  await settings.release(id).catch((error) => console.error(`${error}`));
  const hook = await callDeployHook(settings);
  if (!hook?.ok) console.error(`The deploy hook answered ${hook?.status ?? 'nothing'}.`);
}

/** The host's last answer, or null. The database calls once, so that trying again is up to this function. */
async function callDeployHook(settings: RebuildSettings): Promise<Response | null> {
  const { deployHookUrl, retryMs = RETRY_MS } = settings;
  for (let attempt = 1; ; attempt++) {
    const hook = await (settings.fetch ?? fetch)(deployHookUrl, {
      method: 'POST',
      signal: AbortSignal.timeout(10_000),
    }).catch(() => null);
    if (hook?.ok || attempt === MAX_ATTEMPTS) return hook;
    await new Promise((resolve) => setTimeout(resolve, retryMs * attempt));
  }
}

/** Null as soon as the body is too large. */
async function readLimited(request: Request): Promise<string | null> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const part of request.body ?? []) {
    size += part.length;
    if (size > MAX_BODY_BYTES) return null;
    parts.push(part);
  }
  return new Blob(parts).text();
}

function answer(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json(
    { message },
    { status, headers: { 'cache-control': 'no-store', ...headers } },
  );
}
