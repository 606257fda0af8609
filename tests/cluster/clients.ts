import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { newQuotes, sendMessage, sendQuote, type Thread } from '../load/honest.ts';
import { call, type Target } from '../load/http.ts';
import type { Cluster, Server } from './cluster.ts';

/** What all clients did, and what became of it as far as they were told. */
export interface Told {
  quotes: ReturnType<typeof newQuotes>;
  /** Texts of messages that were sent, each until it was taken. */
  messages: string[];
  /** Answers other than that it was taken. */
  refused: string[];
  /** Pages that a server which was up did not answer with 200. */
  badReads: string[];
  reads: number;
}

export const nothingTold = (): Told => ({
  quotes: newQuotes(),
  messages: [],
  refused: [],
  badReads: [],
  reads: 0,
});

/** An artist who saves the profile; each text says how many there were before it. */
export interface Saver {
  id: string;
  slug: string;
  token: string;
  from: string;
  /** The number of the last text that was taken. */
  saved: number;
}

/** Whichever server is next, as a load balancer has it that looks only whether a server takes calls. */
export function anyServer({ servers, keys }: Pick<Cluster, 'servers' | 'keys'>): Target {
  let turn = 0;
  return {
    publishableKey: keys.publishableKey,
    get origin() {
      const up = servers.filter(({ life }) => life !== null);
      const list = up.length > 0 ? up : servers;
      return list[turn++ % list.length]?.origin ?? '';
    },
  };
}

const textOf = (n: number) => `Walls, as of number ${n}.`;

/** The number of the text that a page shows; -1 where it is not there. */
export async function numberOn({ origin }: Server, { slug }: Saver): Promise<number> {
  const answer = await fetch(`${origin}/artist/${slug}`).catch(() => null);
  const [, n] = /Walls, as of number (\d+)\./.exec((await answer?.text()) ?? '') ?? [];
  return Number(n ?? -1);
}

/** Saves the next text, as often as it takes. */
export async function save(target: Target, saver: Saver): Promise<void> {
  const next = saver.saved + 1;
  for (let tries = 0; ; tries++) {
    const answer = await call(target, {
      path: `/rest/v1/artists?id=eq.${saver.id}`,
      method: 'PATCH',
      body: JSON.stringify({ bio: textOf(next) }),
      headers: { authorization: `Bearer ${saver.token}` },
      from: saver.from,
    });
    if (answer.status === 204) break;
    if (answer.status === 401 || answer.status === 403)
      throw new Error(`A save was refused: ${answer.status} ${answer.body}`);
    await pause(Math.min(2000, 100 * 2 ** tries));
  }
  saver.saved = next;
}

/** An account of an artist, whose page everybody sees; made on one server, and signed in on the next. */
export async function newSaver({ servers, keys, sql }: Cluster, n: number): Promise<Saver> {
  const from = `127.3.0.${n + 1}`;
  let at = n;
  const post = async (path: string, body: object, key = keys.publishableKey, token = key) => {
    const answer = await call(
      { origin: servers[at++ % servers.length]?.origin ?? '', publishableKey: key },
      {
        path,
        method: 'POST',
        body: JSON.stringify(body),
        from,
        headers: { authorization: `Bearer ${token}` },
      },
    );
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.body}`);
    return JSON.parse(answer.body);
  };
  const account = { email: `saver-${n}@load.test`, password: 'walls-of-2026' };
  const about = { email_confirm: true, user_metadata: { name: `Saver ${n}`, role: 'artist' } };
  await post('/auth/v1/admin/users', { ...account, ...about }, keys.secretKey);
  const { access_token: token } = await post('/auth/v1/token?grant_type=password', account);
  const profile = '/rest/v1/rpc/ensure_artist_profile';
  const { id, slug } = await post(profile, {}, keys.publishableKey, token);
  await sql`
    update public.artists set city = 'Austin', state = 'TX', bio = ${textOf(0)}, public_visible = true
    where id = ${id}`;
  return { id, slug, token, from, saved: 0 };
}

/** A conversation of a guest with an artist. */
export async function newThread({ sql }: Cluster, artist: string, n: number): Promise<Thread> {
  const token = String.fromCharCode(97 + n).repeat(43);
  const [lead] = await sql`
    insert into public.lead_records (city, project_description, surface_type, style_preference, budget_range)
    values ('Austin', 'A wall to paint', 'brick', 'abstract', '1k-5k') returning id`;
  await sql`insert into public.lead_contacts (lead_id, name, email) values (${lead?.id}, 'Guest', ${`guest-${n}@load.test`})`;
  await sql`insert into public.lead_assignments (lead_id, artist_id) values (${lead?.id}, ${artist})`;
  await sql`
    insert into private.request_links (token_hash, lead_id, nonce)
    values (private.token_hash(${token}), ${lead?.id}, gen_random_uuid())`;
  return { lead: lead?.id, artist, token };
}

/** Sends messages until it is to stop, now and then one twice at once. */
export async function keepSending(target: Target, thread: Thread, told: Told, stop: AbortSignal) {
  while (!stop.aborted) {
    const text = `message ${told.messages.length} of ${thread.lead}`;
    told.messages.push(text);
    const key = randomUUID();
    const presses = Array.from({ length: told.messages.length % 5 === 0 ? 2 : 1 }, () =>
      sendMessage(target, thread, text, key),
    );
    const answers = await Promise.all(presses);
    told.refused.push(...answers.filter((s) => s !== 200).map((s) => `${text}: ${s}`));
    await pause(100);
  }
}

export async function keepAsking(target: Target, told: Told, run: string, stop: AbortSignal) {
  while (!stop.aborted) {
    const n = told.quotes.sent.length;
    await sendQuote(target, told.quotes, `127.4.${Math.floor(n / 250)}.${(n % 250) + 1}`, run);
    await pause(100);
  }
}

export async function keepSaving(target: Target, saver: Saver, stop: AbortSignal) {
  while (!stop.aborted) {
    await save(target, saver);
    await pause(150);
  }
}

/** Reads pages of every server that is up, and notes those that do not answer. */
export async function keepReading(
  servers: readonly Server[],
  savers: readonly Saver[],
  told: Told,
  stop: AbortSignal,
) {
  for (let i = 0; !stop.aborted; i++) {
    const server = servers[i % servers.length];
    if (!server) return;
    const { life, origin } = server;
    const slug = savers[i % savers.length]?.slug;
    const path = ['/', '/artists', `/artist/${slug}`, '/search/artists.json'][i % 4] ?? '/';
    if (life !== null) {
      const answer = await call({ origin, publishableKey: '' }, { path, timeoutMs: 60_000 });
      told.reads++;
      // One that was killed meanwhile owes nobody an answer.
      if (server.life === life && answer.status !== 200)
        told.badReads.push(`${path}: ${answer.status}, after ${Math.round(answer.ms)} ms`);
    }
    await pause(25);
  }
}
