import { LEAD_STATUSES } from '#features/requests/lead-status.ts';
import { BUDGETS, STYLES, SURFACES } from '#lib/options.ts';
import { slugify } from '#lib/slug.ts';
import { type Account, CLIENT, insertAccounts } from './accounts.ts';
import { FIRST_NAMES, LAST_NAMES, REQUESTS } from './data/scale-words.ts';
import { idOf } from './ids.ts';
import { Random } from './random.ts';
import { place } from './scale-choices.ts';
import { insertMany, type SeedTarget } from './target.ts';

/** What comes in for each artist, on average. */
const LEADS_EACH = 2;
const CLIENTS_EACH = 0.1;
const SESSIONS_EACH = 1;
/** Every so many leads are one of the first artist, who is the demo's: 500 of 20,000. */
const OF_THE_FIRST = 40;
/** And every so many look like spam. */
const HELD = 100;
const MOST_ARTISTS = 4;
const YEAR_MS = 365 * 86_400_000;

/**
 * Leads of the last year for these artists, the newest first, some of them from accounts; and the sessions of these.
 * The artists do not change by it: it draws from chances of its own.
 */
export async function seedScaleLeads(
  target: SeedTarget,
  artists: readonly string[],
  now = new Date(),
): Promise<void> {
  const rng = new Random('scale-leads');
  const clients = Array.from({ length: Math.ceil(artists.length * CLIENTS_EACH) }, (_, i) =>
    client(rng, i),
  );
  await insertAccounts(target, clients);
  const senders = [CLIENT, ...clients];
  const count = artists.length * LEADS_EACH;
  target.log(`Writing ${count} leads…`);
  const leads = Array.from({ length: count }, (_, i) => {
    const at = new Date(now.getTime() - (i / count) * YEAR_MS);
    return lead(rng, i, at.toISOString(), rng.chance(0.4) ? rng.pick(senders) : null, artists);
  });
  await insertMany(
    target,
    'public.lead_records',
    leads.map(({ record }) => record),
  );
  await insertMany(
    target,
    'private.request_reasons',
    leads.flatMap(({ record: { id, held } }) =>
      held ? [{ lead_id: id, held_reason: 'honeypot' }] : [],
    ),
  );
  await insertMany(
    target,
    'public.lead_contacts',
    leads.map(({ contact }) => contact),
  );
  await insertMany(
    target,
    'public.lead_assignments',
    leads.flatMap(({ assignments }) => assignments),
  );
  await insertSessions(target, senders, Math.ceil(artists.length * SESSIONS_EACH), now);
}

function client(rng: Random, i: number): Account {
  const name = `${rng.pick(FIRST_NAMES)} ${rng.pick(LAST_NAMES)}`;
  return {
    id: idOf('scale-client', String(i)),
    email: `${slugify(name)}-client-${i}@example.com`,
    name,
    role: 'client',
    created: CLIENT.created,
    demo: false,
  };
}

function lead(
  rng: Random,
  i: number,
  at: string,
  sender: Account | null,
  artists: readonly string[],
) {
  const id = idOf('scale-lead', String(i));
  const name = sender?.name ?? `${rng.pick(FIRST_NAMES)} ${rng.pick(LAST_NAMES)}`;
  const city = place(rng);
  const held = i % HELD === HELD - 1;
  const chosen = new Set(
    Array.from({ length: rng.int(1, MOST_ARTISTS) }, () => other(rng, artists)),
  );
  if (i % OF_THE_FIRST === 0) chosen.add(artists[0] ?? '');
  return {
    record: {
      id,
      kind: 'quote',
      city,
      project_description: Array.from({ length: rng.int(1, 4) }, () => rng.pick(REQUESTS))
        .join(' ')
        .replaceAll('{city}', city),
      mural_size: `${rng.int(8, 30)} ft × ${rng.int(12, 90)} ft`,
      surface_type: rng.pick(SURFACES),
      style_preference: rng.pick(STYLES),
      budget_range: rng.pick(BUDGETS),
      created_by_user: sender?.id ?? null,
      held,
      created_at: at,
    },
    contact: {
      lead_id: id,
      name,
      email: sender?.email ?? `${slugify(name)}-${i}@example.com`,
      phone: rng.chance(0.7) ? '(210) 555-0100' : null,
    },
    assignments: [...chosen].map((artist) => ({
      lead_id: id,
      artist_id: artist,
      status: rng.pick(LEAD_STATUSES),
      created_at: at,
      updated_at: at,
    })),
  };
}

/** Any but the first, who gets a share of its own; where there is no other, the first. */
function other(rng: Random, artists: readonly string[]): string {
  return artists[artists.length > 1 ? rng.int(1, artists.length - 1) : 0] ?? '';
}

/** As signing in leaves them. No token is good for them. */
async function insertSessions(
  target: SeedTarget,
  senders: readonly Account[],
  count: number,
  now: Date,
): Promise<void> {
  const sessions = Array.from({ length: count }, (_, i) => ({
    id: idOf('scale-session', String(i)),
    user_id: senders[i % senders.length]?.id,
    aal: 'aal1',
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  }));
  await insertMany(target, 'auth.sessions', sessions);
}
