import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { termsSchema, USUAL_TERMS } from '#features/agreements/agreement.ts';
import { PROVEN_ACTS } from '#features/requests/proof/proven-acts.ts';
import { backendOfFile, type Person } from '../../support/backend.ts';
import { ANON, form, submit } from '../support/leads.ts';
import { people, profileOf } from '../support/people.ts';
import { provenToken } from '../support/proof.ts';

/** Which acts the link of a request is enough for, and which take its client: an account, or six digits of an email. */
const db = await backendOfFile();
let artist: Person;
let profile: string;
beforeAll(async () => {
  ({ artist } = await people(db));
  profile = await profileOf(db, artist);
});

interface Code {
  code: string;
  subject?: string;
}
const HASH = 'f'.repeat(64);

/** A request whose agreement both have signed, and whose link was forwarded. */
async function signed(email = `${randomUUID().slice(0, 8)}@example.com`) {
  const { id: lead, token } = await submit(db, form({ email }), ANON);
  await db.sql(`select private.prove_request($1)`, [lead]);
  await db.sql(
    `insert into public.lead_assignments (lead_id, artist_id, state, status, accepted_at) values ($1, $2, 'accepted', 'in_review', now())`,
    [lead, profile],
  );
  await db.sql(
    `insert into private.agreements (lead_id, artist_id, state, version, in_force) values ($1, $2, 'in_force', 1, 1)`,
    [lead, profile],
  );
  await db.sql(
    `insert into private.agreement_versions (lead_id, artist_id, version, body, hash, idempotency_key)
     values ($1, $2, 1, '{"price": 3000}', $3, gen_random_uuid())`,
    [lead, profile, HASH],
  );
  await db.sql(
    `insert into private.agreement_signatures (lead_id, artist_id, version, side, hash, name, proven_by, signed_at)
     values ($1, $2, 1, 'artist', $3, 'Ana', 'account', now())`,
    [lead, profile, HASH],
  );
  return { lead, token: token as string, email };
}
type Job = Awaited<ReturnType<typeof signed>>;

let job: Job;
beforeEach(async () => {
  job = await signed();
});

/** The code of a refusal; null where the call went through. */
async function refused(name: string, args: object, token = job.token): Promise<string | null> {
  const { error } = await db.guest(token).rpc(name, { p_token: token, ...args });
  return error ? error.code : null;
}
const of = () => ({ p_lead: job.lead, p_artist: profile });
const mailsOf = (email: string) =>
  db.sql<{ kind: string; act: string | null }>(
    `select kind, payload ->> 'act' as act from private.mails where address = $1 order by id`,
    [email],
  );

/** What takes the client, with what each call needs beside the token. */
const CLIENT_ONLY: Record<string, () => object> = {
  end_agreement: () => ({ ...of(), p_reason: 'Sold' }),
  approve_sketch: () => ({ ...of(), p_version: 1, p_hash: HASH }),
  reopen_sketch: of,
  agree_sketch_round: () => ({ ...of(), p_offer: randomUUID() }),
  correct_request_contact: () => ({ p_name: 'Eve', p_email: 'eve@example.com', p_phone: null }),
  rotate_request_link: () => ({}),
  call_off_job: () => ({ ...of(), p_reason: 'Sold' }),
  close_request: () => ({}),
  erase_request: () => ({}),
};

describe('every function that takes the token of a request', () => {
  test('asks the table of proofs by its own name', async () => {
    const functions = await db.sql<{ name: string; source: string }>(
      `select p.proname as name, p.prosrc as source from pg_proc p
       where p.pronamespace = 'public'::regnamespace and 'p_token' = any (p.proargnames)
         and p.prosrc !~ 'unsubscribe|newsletter|claim'
       order by 1`,
    );
    expect(functions.length).toBeGreaterThan(40);
    for (const { name, source } of functions)
      expect(source, name).toContain(`private.with_proof('${name}', p_token)`);
    const rows = await db.sql<{ act: string }>('select act from private.act_proofs order by act');
    expect(rows.map(({ act }) => act)).toEqual(functions.map(({ name }) => name));
  });

  test('has words for each that takes a code', async () => {
    const rows = await db.sql<{ act: string }>(
      `select act from private.act_proofs where proof <> 'link' order by act`,
    );
    expect(Object.keys(PROVEN_ACTS).sort()).toEqual(rows.map(({ act }) => act));
    const told = await readFile('docs/security.md', 'utf8');
    for (const { act } of rows) expect(told).toContain(`\`${act}\``);
  });
});

describe('a side', () => {
  /** What the artist's account was told of its own acts. */
  const told = () =>
    db.sql<{ act: string; lead: string | null }>(
      `select payload ->> 'act' as act, payload ->> 'lead_id' as lead from private.mails
       where kind = 'artist_acted' and user_id = $1 order by id`,
      [artist.id],
    );
  const byArtist = async (name: string, args: object) =>
    (await artist.client.rpc(name, args)).error;
  beforeEach(() => db.sql('delete from private.mails'));

  test('is told of each of its acts that takes a code, or hears of it anyway', async () => {
    const acts = await db.sql<{ act: string }>(
      `select act from private.act_proofs where proof <> 'link' and not exists (
         select from pg_proc p where p.pronamespace = 'private'::regnamespace
           and p.prosrc ~ ('private\\.tell_(client|side)\\([^;]*''' || act || ''''))`,
    );
    // Its new link is emailed.
    expect(acts).toEqual([{ act: 'rotate_request_link' }]);
  });

  test('is the artist too: who ends an agreement, reopens a sketch or signs first is told once', async () => {
    await db.sql(
      `insert into private.sketches (lead_id, artist_id, state, approved, approved_hash) values ($1, $2, 'approved', 1, $3)`,
      [job.lead, profile, HASH],
    );
    for (let n = 0; n < 2; n++) expect(await byArtist('reopen_sketch', of())).toBeNull();
    for (let n = 0; n < 2; n++)
      expect(await byArtist('end_agreement', { ...of(), p_reason: 'Booked' })).toBeNull();
    await db.sql('delete from private.agreement_signatures where lead_id = $1', [job.lead]);
    await db.sql(
      `update private.agreements set state = 'offered', ended_by = null where lead_id = $1`,
      [job.lead],
    );
    const sign = { ...of(), p_hash: HASH, p_name: 'Ana' };
    for (let n = 0; n < 2; n++) expect(await byArtist('sign_agreement', sign)).toBeNull();
    const lead = job.lead;
    expect(await told()).toEqual([
      { act: 'reopen_sketch', lead },
      { act: 'end_agreement', lead },
      { act: 'sign_agreement', lead },
    ]);
    expect(await mailsOf(job.email)).not.toContainEqual(
      expect.objectContaining({ kind: 'request_acted' }),
    );
  });

  test('is the artist too: another way to be paid is told, and no other term', async () => {
    const stored = { ...termsSchema.parse(USUAL_TERMS), how_to_pay: '' };
    const save = (changes: object, read: object) =>
      byArtist('save_agreement_terms', { p_changes: changes, p_read: read });
    expect(await save({ rounds: 1 }, stored)).toBeNull();
    expect(await told()).toEqual([]);
    expect(await save({ how_to_pay: 'Zelle to Eve' }, { ...stored, rounds: 1 })).toBeNull();
    expect(await told()).toEqual([{ act: 'change_how_to_pay', lead: null }]);
  });

  test('is the client too: two acts at once are two emails', async () => {
    const mine = await provenToken(db, job.lead, job.token);
    await refused('end_agreement', CLIENT_ONLY.end_agreement?.() ?? {}, mine);
    await refused('close_request', {}, mine);
    const acts = (await mailsOf(job.email)).map(({ act }) => act);
    expect(acts).toEqual(expect.arrayContaining(['end_agreement', 'close_request']));
  });
});

describe('a forwarded link', () => {
  test.each(Object.keys(CLIENT_ONLY))('does not %s where something is signed', async (name) => {
    expect(await refused(name, CLIENT_ONLY[name]?.() ?? {})).toBe('proof_required');
  });

  test('reads and speaks', async () => {
    expect(await refused('track_request', {})).toBeNull();
    expect(await refused('read_agreement', of())).toBeNull();
    const message = { ...of(), p_body: 'When do you begin?', p_key: randomUUID() };
    expect(await refused('send_message', message)).toBeNull();
  });

  test('does not sign, with another secret or one of another request', async () => {
    const other = await signed();
    const secret = (await provenToken(db, other.lead, other.token)).split('.')[1];
    for (const token of [`${job.token}.wrong`, `${job.token}.${secret}`, `${job.token}.`])
      expect(await refused('erase_request', {}, token)).toBe('proof_required');
    const { data } = await db
      .guest(job.token)
      .rpc('sign_agreement', { ...of(), p_hash: HASH, p_name: 'Eve', p_token: job.token });
    expect(data).toMatchObject({ refused: 'code_refused', by_code: true });
  });
});

describe('six digits of an email', () => {
  const codeOf = async () => {
    const [row] = await db.sql<Code>(
      'select private.proof_code(id) as code from private.proof_codes where lead_id = $1',
      [job.lead],
    );
    return row?.code ?? '';
  };
  const enter = async (code: string) =>
    (await db.guest(job.token).rpc('enter_code', { p_token: job.token, p_code: code })).data;

  test('prove a device for the request and thirty days, and for one address', async () => {
    expect(await refused('send_code', { p_act: 'end_agreement' })).toBeNull();
    const wrong = (await codeOf()) === '000000' ? '111111' : '000000';
    expect(await enter(wrong)).toEqual({ refused: 'code_refused' });
    const { proof } = (await enter(await codeOf())) as { proof: string };
    const mine = `${job.token}.${proof}`;
    expect(await refused('end_agreement', CLIENT_ONLY.end_agreement?.() ?? {}, mine)).toBeNull();
    expect(await mailsOf(job.email)).toContainEqual({
      kind: 'request_acted',
      act: 'end_agreement',
    });
    await db.sql(
      `update private.device_proofs set expires_at = private.clock() - interval '1 second' where lead_id = $1`,
      [job.lead],
    );
    expect(await refused('erase_request', {}, mine)).toBe('proof_required');
    await db.sql('select private.delete_old_rows()');
    expect(
      await db.sql('select from private.device_proofs where lead_id = $1', [job.lead]),
    ).toEqual([]);
  });

  test('are asked for an act that takes them alone, and spent by five tries', async () => {
    expect(await refused('send_code', { p_act: 'send_message' })).toBe('invalid_input');
    expect(await refused('send_code', { p_act: 'erase_request' })).toBeNull();
    const code = await codeOf();
    const wrong = code === '000000' ? '111111' : '000000';
    for (let n = 0; n < 5; n++) await enter(wrong);
    expect(await enter(code)).toEqual({ refused: 'code_refused' });
  });
});

describe('the client', () => {
  test('erases with their device, and is told at the address that goes', async () => {
    const mine = await provenToken(db, job.lead, job.token);
    expect(await refused('erase_request', {}, mine)).toBeNull();
    expect(await mailsOf(job.email)).toEqual([{ kind: 'request_acted', act: 'erase_request' }]);
  });

  test('corrects an address with the device, which stays theirs; the old one is told', async () => {
    const mine = await provenToken(db, job.lead, job.token);
    const next = `${randomUUID().slice(0, 8)}@example.com`;
    const contact = { p_name: 'Ana', p_email: next, p_phone: null };
    expect(await refused('correct_request_contact', contact, mine)).toBeNull();
    expect(await mailsOf(job.email)).toContainEqual({
      kind: 'request_acted',
      act: 'correct_request_contact',
    });
    expect(await refused('rotate_request_link', {})).toBe('proof_required');
    expect(await refused('close_request', {}, mine)).toBeNull();
  });

  test('needs nothing but the link where nobody has proven or signed anything', async () => {
    const { id: lead, token } = await submit(db, form({}), ANON);
    const contact = { p_name: 'Ana', p_email: 'right@example.com', p_phone: null };
    expect(await refused('correct_request_contact', contact, token as string)).toBeNull();
    expect(await refused('erase_request', {}, token as string)).toBeNull();
    expect(await db.sql('select from public.lead_records where id = $1', [lead])).toEqual([]);
  });
});
