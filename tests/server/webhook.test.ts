import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkSecret, HOOK_PATH, webhook } from '#server/webhook.ts';
import { handle } from '../../supabase/functions/rebuild-site/handler.ts';
import { raw, type TestSite, testSite } from './fixture.ts';

const secret = () => `whsec_${randomBytes(32).toString('base64')}`;
const [current, previous, foreign] = [secret(), secret(), secret()];
const BODY = '{"type":"site.changed"}';

let site: TestSite;
let published: number;
let gate: Promise<void>;
let failures: number;

beforeEach(async () => {
  published = 0;
  failures = 0;
  gate = Promise.resolve();
  const seen = new Set<string>();
  const hook = webhook({
    secrets: [current, previous],
    remember: async (id) => !seen.has(id) && Boolean(seen.add(id)),
    publish: async () => {
      await gate;
      if (failures-- > 0) throw new Error('the database is away');
      return `${++published} published`;
    },
    log: () => {},
  });
  site = await testSite({ hooks: hook });
});
afterEach(() => site.close());

function headersFor(
  body: string,
  signer: string,
  id = `msg_${randomBytes(8).toString('hex')}`,
  at = new Date(),
) {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(signer).sign(id, at, body),
  };
}

async function call(body: string, headers: Record<string, string>, method = 'POST') {
  const response = await fetch(site.url + HOOK_PATH, {
    method,
    headers,
    ...(method === 'POST' && { body }),
  });
  return { status: response.status, body: await response.json() };
}

async function finished(job: string) {
  for (;;) {
    const state = await (await fetch(`${site.url}${HOOK_PATH}/${job}`)).json();
    if (state.status === 'done' || state.status === 'failed') return state;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('a signed call', () => {
  it('is answered 202 with a job that says how it went', async () => {
    const answer = await call(BODY, headersFor(BODY, current));
    expect(answer.status).toBe(202);
    expect(await finished(answer.body.job)).toMatchObject({
      status: 'done',
      message: '1 published',
    });
  });

  it('may be signed with the previous secret while it is rotated', async () => {
    expect((await call(BODY, headersFor(BODY, previous))).status).toBe(202);
  });

  it('shares the job of calls before it that has not begun', async () => {
    let open = () => {};
    gate = new Promise((resolve) => {
      open = resolve;
    });
    const first = await call(BODY, headersFor(BODY, current));
    const burst = await Promise.all(
      Array.from({ length: 50 }, () => call(BODY, headersFor(BODY, current))),
    );
    expect(new Set(burst.map((answer) => answer.body.job)).size).toBe(1);
    open();
    await finished(first.body.job);
    await finished(burst[0]?.body.job);
    expect(published).toBe(2);
  });

  it('is tried again when publishing fails', async () => {
    failures = 1;
    const answer = await call(BODY, headersFor(BODY, current));
    expect(await finished(answer.body.job)).toMatchObject({ status: 'done' });
  });
});

const REFUSED: [string, () => Promise<{ status: number }>, number][] = [
  ['unsigned', () => call(BODY, {}), 401],
  ['forged', () => call(BODY, headersFor(BODY, foreign)), 401],
  ['tampered', () => call('{"type":"x"}', headersFor(BODY, current)), 401],
  ['stale', () => call(BODY, headersFor(BODY, current, 'a', new Date(Date.now() - 301_000))), 401],
  ['early', () => call(BODY, headersFor(BODY, current, 'a', new Date(Date.now() + 360_000))), 401],
  ['renamed', () => call(BODY, { ...headersFor(BODY, current), 'webhook-id': 'other' }), 401],
  ['too long an id', () => call(BODY, headersFor(BODY, current, 'a'.repeat(300))), 401],
  ['no JSON', () => call('hello', headersFor('hello', current)), 400],
  ['JSON that is no event', () => call('[1]', headersFor('[1]', current)), 400],
  ['another method', () => call(BODY, headersFor(BODY, current), 'GET'), 405],
  [
    'oversized',
    () => {
      const body = JSON.stringify({ type: 'x'.repeat(30_000) });
      return call(body, headersFor(body, current));
    },
    413,
  ],
];

describe('a call that is refused', () => {
  it.each(REFUSED)('%s', async (_name, make, status) => {
    expect((await make()).status).toBe(status);
    expect(published).toBe(0);
  });

  it('replayed', async () => {
    const headers = headersFor(BODY, current);
    const first = await call(BODY, headers);
    await finished(first.body.job);
    expect((await call(BODY, headers)).status).toBe(409);
    expect(published).toBe(1);
  });

  it('oversized without saying so', async () => {
    const chunk = `1000\r\n${'x'.repeat(4096)}\r\n`;
    const text = `POST ${HOOK_PATH} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(8)}`;
    expect(await raw(site.server.port, text)).toMatch(/^HTTP\/1.1 413/);
  });

  it('asks for a job that does not exist', async () => {
    expect((await site.get(`${HOOK_PATH}/nothing`)).status).toBe(404);
  });
});

describe('secrets', () => {
  it('that cannot verify anything are named at the start', () => {
    expect(() => checkSecret('password')).toThrow(/whsec_/);
    expect(() => checkSecret(current)).not.toThrow();
  });
});

describe('the edge function for static hosts', () => {
  /** `hook` is what the host answers, at last always the same. */
  const ask = (headers: Record<string, string>, body: BodyInit = BODY, hook = [200]) => {
    const asked: string[] = [];
    const seen = new Set<string>();
    const work: Promise<void>[] = [];
    const request = () =>
      new Request('https://x.supabase.co/functions/v1/rebuild-site', {
        method: 'POST',
        headers,
        body,
        duplex: 'half',
      } as RequestInit);
    const settings = {
      webhookSecrets: `${previous} ${current}`,
      deployHookUrl: 'https://host.example/hook',
      remember: async (id: string) => !seen.has(id) && Boolean(seen.add(id)),
      fetch: (async (url: string) => {
        asked.push(url);
        return new Response(null, { status: hook[asked.length - 1] ?? hook.at(-1) });
      }) as typeof fetch,
      retryMs: 1,
      claim: async () => true,
      release: async () => {},
      waitMs: 0,
      later: (build: Promise<void>) => void work.push(build),
    };
    const run = async () => {
      const answer = await handle(request(), settings);
      await Promise.all(work);
      return answer;
    };
    return { run, asked };
  };

  it('forwards a signed call once', async () => {
    const { run, asked } = ask(headersFor(BODY, current));
    expect((await run()).status).toBe(202);
    expect((await run()).status).toBe(409);
    expect(asked).toEqual(['https://host.example/hook']);
  });

  it('verifies with the same library as the server, in the same version', async () => {
    const read = async (file: string) => JSON.parse(await readFile(file, 'utf8'));
    const { dependencies } = await read('package.json');
    const { imports } = await read('supabase/functions/rebuild-site/deno.json');
    const pinned = `npm:standardwebhooks@${dependencies.standardwebhooks}`;
    expect(imports).toEqual({ standardwebhooks: pinned });
  });

  it('asks a host that fails again, since nobody calls twice', async () => {
    const { run, asked } = ask(headersFor(BODY, current), BODY, [500, 503, 200]);
    expect((await run()).status).toBe(202);
    expect(asked).toHaveLength(3);
  });

  it('makes one build of many calls, after the last that it takes in, and another one for the next', async () => {
    const hooks: number[] = [];
    const work: Promise<void>[] = [];
    let claimed: string | null = null;
    let calls = 0;
    const call = () => {
      const headers = headersFor(BODY, current, `call-${++calls}`);
      const request = new Request('https://x.supabase.co/', {
        method: 'POST',
        headers,
        body: BODY,
      });
      return handle(request, {
        webhookSecrets: current,
        deployHookUrl: 'https://host.example/hook',
        remember: async () => true,
        fetch: (async () => {
          hooks.push(calls);
          return new Response();
        }) as typeof fetch,
        claim: async (id) => {
          claimed ??= id;
          return claimed === id;
        },
        release: async () => {
          claimed = null;
        },
        waitMs: 20,
        later: (build) => void work.push(build),
      });
    };
    const first = await Promise.all([call(), call(), call()]);
    expect(first.map(({ status }) => status)).toEqual([202, 202, 202]);
    await Promise.all(work);
    await call();
    await Promise.all(work);
    expect(hooks).toEqual([3, 4]);
  });

  it('reads no more of a body that does not tell its size than is allowed', async () => {
    let read = 0;
    const endless = new ReadableStream({
      pull: (controller) => {
        read++;
        if (read < 1000) controller.enqueue(new Uint8Array(1000));
        else controller.close();
      },
    });
    expect((await ask(headersFor(BODY, current), endless).run()).status).toBe(413);
    expect(read).toBeLessThan(50);
  });

  it.each([
    [401, 'forged', () => ask(headersFor(BODY, foreign))],
    [401, 'stale', () => ask(headersFor(BODY, current, 'a', new Date(Date.now() - 400_000)))],
    [401, 'unsigned', () => ask({})],
    [413, 'oversized', () => ask(headersFor(BODY, current), 'x'.repeat(30_000))],
  ])('answers %i to a call that is %s', async (status, _name, make) => {
    const { run, asked } = make();
    expect((await run()).status).toBe(status);
    expect(asked).toEqual([]);
  });
});
