/** @module-tag long */
import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { agreementDraftSchema } from '#features/agreements/agreement.ts';
import { freePort } from '#node/free-port.ts';
import { folderOfFile } from '#tests/support/folder.ts';
import { agreementCase } from '../support/cases/agreement-cases.ts';
import { effort } from '../support/effort.ts';
import { type Part, processesOf } from '../support/processes.ts';
import { type RunningProduct, startProduct } from '../support/product.ts';
import { callUntilAnswered } from './honest.ts';
import type { Target } from './http.ts';

/**
 * Guests sign agreements, approve sketches and report payments while processes are killed: nothing is half signed, nothing counts
 * twice, and each side gets one email.
 */
const JOBS = effort(24);
const GUESTS = 6;
const VICTIMS: Part[] = ['database session', 'backend', 'database server'];

interface Job {
  lead: string;
  token: string;
  hash: string;
  code: string;
}

const dataDir = folderOfFile('muro-signing-');
let product: RunningProduct;
let target: Target;
let artist: string;
let jobs: Job[];
let connect: () => postgres.Sql;
const picture = createHash('sha256').update('a sketch').digest('hex');

beforeAll(async () => {
  const env = { SEED: 'none', DATABASE_ENGINE: 'native' };
  product = await startProduct({ dataDir, port: await freePort(), env });
  const keys = JSON.parse(await readFile(path.join(dataDir, 'keys.json'), 'utf8'));
  target = { origin: product.origin, publishableKey: keys.publishableKey };
  connect = () =>
    postgres({
      host: path.join(dataDir, 'socket'),
      username: 'postgres',
      password: keys.databasePassword,
      database: 'postgres',
      // As the product's own sessions: codes and hashes of addresses are made with it.
      connection: { 'app.link_secret': keys.linkSecret },
      max: 1,
      onnotice: () => undefined,
    });
  const sql = connect();
  const [user] = await sql`
    insert into auth.users (id, email, email_confirmed_at) values (gen_random_uuid(), 'artist@load.test', now()) returning id`;
  const [made] = await sql`
    insert into public.artists (name, slug, user_id) values ('Signer', 'signer', ${user?.id}) returning id`;
  artist = made?.id;
  jobs = [];
  for (let n = 0; n < JOBS; n++) jobs.push(await job(sql, n));
  await sql.end();
}, 300_000);
afterAll(() => product?.stop(), 60_000);

/** A job whose artist has signed, whose guest has a code and a proven device, and with a sketch to approve. */
async function job(sql: postgres.Sql, n: number): Promise<Job> {
  const token = String(n).padStart(43, 's');
  const body = JSON.stringify(agreementDraftSchema.parse(agreementCase()));
  const [lead] = await sql`
    insert into public.lead_records (city, project_description, surface_type, style_preference, budget_range)
    values ('Austin', 'A wall to paint', 'brick', 'abstract', '1k-5k') returning id`;
  const id = lead?.id;
  await sql`insert into public.lead_contacts (lead_id, name, email) values (${id}, 'Guest', ${`guest-${n}@load.test`})`;
  await sql`
    insert into public.lead_assignments (lead_id, artist_id, state, status, accepted_at)
    values (${id}, ${artist}, 'accepted', 'in_review', now())`;
  await sql`
    insert into private.request_links (token_hash, lead_id, nonce)
    values (private.token_hash(${token}), ${id}, gen_random_uuid())`;
  await sql`insert into private.agreements (lead_id, artist_id, state, version) values (${id}, ${artist}, 'signed_by_one', 1)`;
  const [version] = await sql`
    with body as (select private.checked_agreement(${body}::text::jsonb)::text as text)
    insert into private.agreement_versions (lead_id, artist_id, version, body, hash, idempotency_key)
    select ${id}, ${artist}, 1, text, encode(sha256(convert_to(text, 'UTF8')), 'hex'), gen_random_uuid() from body
    returning hash`;
  await sql`
    insert into private.agreement_signatures (lead_id, artist_id, version, side, hash, name, proven_by, signed_at)
    values (${id}, ${artist}, 1, 'artist', ${version?.hash}, 'Signer', 'account', now())`;
  const [code] = await sql`
    insert into private.proof_codes (lead_id, artist_id, hash, act, created_at)
    values (${id}, ${artist}, ${version?.hash}, 'sign_agreement', private.clock()) returning private.proof_code(id) as code`;
  await sql`
    insert into private.device_proofs (secret_hash, lead_id, address_hash, proven_at, expires_at)
    select sha256(convert_to(${token}, 'UTF8')), c.lead_id, private.address_hash(c.email), now(), now() + interval '1 day'
    from public.lead_contacts c where c.lead_id = ${id}`;
  await sql`insert into private.sketches (lead_id, artist_id, state) values (${id}, ${artist}, 'open')`;
  await sql`
    insert into private.sketch_versions (lead_id, artist_id, number, hash, idempotency_key)
    values (${id}, ${artist}, 1, ${picture}, gen_random_uuid())`;
  await sql`
    insert into storage.objects (bucket_id, name, metadata)
    values ('sketches', private.sketch_path(${id}, ${artist}, ${picture}), ${sql.json({ sha256: picture })})`;
  return { lead: id, token, hash: version?.hash, code: code?.code };
}

it(
  `${JOBS} agreements are signed, sketches approved and payments reported over kills: none half, none twice`,
  async () => {
    const statuses: number[] = [];
    const ask = async (one: Job, name: string, more: object) => {
      const body = JSON.stringify({
        p_lead: one.lead,
        p_artist: artist,
        p_token: one.token,
        ...more,
      });
      const answer = await callUntilAnswered(target, name, body, '127.0.0.8', {});
      statuses.push(answer.status);
      return answer.body;
    };
    const partOf = async (one: Job): Promise<string> =>
      JSON.parse(await ask(one, 'read_payments', {})).parts[0].id;
    const waiting = [...jobs];
    let done = 0;
    const guest = async () => {
      for (let one = waiting.shift(); one; one = waiting.shift()) {
        const sign = { p_hash: one.hash, p_name: `Guest ${randomUUID()}`, p_code: one.code };
        // Pressed twice now and then.
        await Promise.all([ask(one, 'sign_agreement', sign), ask(one, 'sign_agreement', sign)]);
        const p_token = `${one.token}.${one.token}`;
        await ask(one, 'approve_sketch', { p_token, p_version: 1, p_hash: picture });
        const part = await partOf(one);
        const report = { p_part: part, p_amount: 2100, p_how: 'Zelle', p_paid_on: '2026-11-20' };
        const once = { ...report, p_key: randomUUID() };
        await Promise.all([ask(one, 'report_payment', once), ask(one, 'report_payment', once)]);
        done++;
      }
    };
    const signing = Promise.all(Array.from({ length: GUESTS }, guest));
    for (const [kill, part] of VICTIMS.entries()) {
      while (done < (JOBS * (kill + 0.5)) / (VICTIMS.length + 1)) await pause(5);
      const victim = processesOf(product.pid).find((each) => each.part === part);
      if (victim) process.kill(victim.pid, 'SIGKILL');
    }
    await signing;
    expect(new Set(statuses)).toEqual(new Set([200]));

    const sql = connect();
    const rows = await sql`
      select a.state, a.in_force, s.state as sketch, s.approved_hash,
        (select count(*)::int from private.agreement_signatures g where g.lead_id = a.lead_id) as signatures,
        (select count(*)::int from private.sketch_events e where e.lead_id = a.lead_id and e.event = 'approve') as approvals,
        (select string_agg(p.state || ' ' || p.amount, ', ' order by p.position) from private.payment_parts p where p.lead_id = a.lead_id) as parts,
        (select count(*)::int from private.payment_notes n where n.lead_id = a.lead_id and n.event = 'report') as reports,
        (select count(*)::int from private.mails m where m.lead_id = a.lead_id and m.kind = 'lead_payment_reported') as told,
        (select count(*)::int from private.mails m where m.lead_id = a.lead_id and m.kind = 'request_agreement_in_force') as to_client,
        (select count(*)::int from private.mails m where m.lead_id = a.lead_id and m.kind = 'lead_agreement_in_force') as to_artist
      from private.agreements a join private.sketches s on s.lead_id = a.lead_id`;
    const [altered] = await sql`select count(*)::int as n from private.altered_agreements()`;
    await sql.end();
    const whole = {
      ...{ state: 'in_force', in_force: 1, signatures: 2, to_client: 1, to_artist: 1 },
      ...{ parts: 'reported 2100, planned 2100', reports: 1, told: 1 },
      ...{ sketch: 'approved', approved_hash: picture, approvals: 1 },
    };
    expect(rows.map((row) => ({ ...row }))).toEqual(jobs.map(() => whole));
    expect(altered?.n).toBe(0);
  },
  180_000 + JOBS * 2000,
);
