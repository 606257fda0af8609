import { randomBytes, randomUUID } from 'node:crypto';
import type { Queryable } from '#embedded/index.ts';
import type { SubmittedLead } from '#features/requests/lead.ts';
import { type Caller, callByName, type TestDb } from './actors.ts';

export interface LeadForm {
  key: string;
  claim: string;
  name: string | null;
  email: string | null;
  phone: string | null;
  city: string | null;
  project_description: string | null;
  mural_size: string | null;
  surface_type: string | null;
  style_preference: string | null;
  budget_range: string | null;
  artist: string | null;
  website: string | null;
  elapsed_ms: number | null;
  details?: unknown;
  artists?: readonly string[] | null;
}

export const newClaim = () => randomBytes(32).toString('base64url');

/** A valid request of somebody new, with changes. */
export function form(changes: Partial<LeadForm> = {}): LeadForm {
  return {
    key: randomUUID(),
    claim: newClaim(),
    name: 'Rosa Delgado',
    email: `rosa-${randomBytes(4).toString('hex')}@example.com`,
    phone: '210 555 0101',
    city: 'San Antonio',
    project_description: 'A wall of 20 by 8 feet beside our patio.',
    mural_size: '20x8',
    surface_type: 'brick',
    style_preference: 'abstract',
    budget_range: '1k-5k',
    artist: null,
    website: '',
    elapsed_ms: 9000,
    ...changes,
  };
}

/** As if everybody had opened the link in an email about their request. */
export const proveSenders = (db: TestDb) =>
  db.sql(`update private.request_senders set proven_at = now(), proven_by = 'link'`);

export const ANON: Caller = { role: 'anon' };

/** `submit_lead` as the API would run it. */
export const submit = (db: TestDb, lead: LeadForm, who: Caller = ANON) =>
  callByName<SubmittedLead>(db, who, 'submit_lead', lead);

/** `select_lead_artists` as the API would run it. */
export const select = (
  db: TestDb,
  lead: string,
  claim: string | null,
  artists: (string | null)[] | null,
) =>
  callByName<{ sent: number; replayed: boolean }>(db, ANON, 'select_lead_artists', {
    ...{ lead, claim, artists },
  });

/** Artists get a request, as an admin would give it to them. */
export const give = (on: Queryable, lead: string, ...artists: string[]) =>
  on.sql('insert into public.lead_assignments (lead_id, artist_id) select $1, unnest($2::uuid[])', [
    lead,
    artists,
  ]);
