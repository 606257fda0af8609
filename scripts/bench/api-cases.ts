import type postgres from 'postgres';
import type { ApiCase, Statement } from './api-load.ts';

export const LIST = 'list of 12';
export const SAVE = 'no-op save';
const PASSWORD = 'mural-demo-2026';

interface Asking {
  url: string;
  key: string;
  /** Tokens of people. */
  owner: string;
  admin: string;
  /** The columns of artists that visitors see. */
  columns: string;
  artist: { id: string; slug: string };
}

/** What is measured: each request, and the statements that it comes to. */
export async function apiCases(sql: postgres.Sql, url: string, key: string): Promise<ApiCase[]> {
  const [columns] = await sql<{ names: string }[]>`
    select string_agg(quote_ident(column_name), ',' order by ordinal_position) as names
    from information_schema.columns c where table_schema = 'public' and table_name = 'artists'
      and has_column_privilege('anon', 'public.artists', c.column_name, 'select')`;
  const [artist] = await sql<{ id: string; slug: string }[]>`
    select a.id, a.slug from public.artists a join auth.users u on u.id = a.user_id
    where u.email = 'artist@example.com'`;
  if (!columns || !artist) throw new Error('The seed has no artist with an account.');
  const owner = await signedIn(url, key, 'artist@example.com');
  const admin = await signedIn(url, key, 'admin@example.com');
  const asking: Asking = { url, key, owner, admin, columns: columns.names, artist };
  return [
    ...artistReads(asking),
    profileSave(asking),
    quote(asking),
    signIn(asking),
    ...leadLists(asking),
  ];
}

const ANON = { role: 'anon', claims: '' };
const signedInAs = (claims: string) => ({ role: 'authenticated', claims });

const headersOf = ({ key }: Asking, token?: string) => ({
  apikey: key,
  'content-type': 'application/json',
  ...(token && { authorization: `Bearer ${token}` }),
});

const rest = ({ url }: Asking, path: string) => new URL(`/rest/v1/${path}`, url).href;

function artistReads(asking: Asking): ApiCase[] {
  const { columns, artist } = asking;
  const from = `artists?select=${columns}&public_visible=eq.true`;
  const read = (name: string, path: string, where: string, params: unknown[]): ApiCase => ({
    name,
    reads: true,
    headers: headersOf(asking),
    url: rest(asking, `${from}&${path}`),
    straight: {
      ...ANON,
      statements: [[`select ${columns} from artists where public_visible = $1 ${where}`, params]],
    },
  });
  return [
    read(
      LIST,
      'order=featured.desc,average_rating.desc,id&limit=12',
      'order by featured desc, average_rating desc, id limit $2',
      [true, 12],
    ),
    read('single artist', `slug=eq.${artist.slug}&limit=1`, 'and slug = $2 limit 1', [
      true,
      artist.slug,
    ]),
  ];
}

function profileSave(asking: Asking): ApiCase {
  const body = { p_artist: asking.artist.id, p_changes: {}, p_read: {} };
  return {
    name: SAVE,
    reads: false,
    headers: headersOf(asking, asking.owner),
    url: rest(asking, 'rpc/save_artist_profile'),
    body,
    straight: { ...signedInAs(asking.owner), statements: [call('save_artist_profile', body)] },
  };
}

function quote(asking: Asking): ApiCase {
  const body = {
    p_key: '$uuid',
    p_claim: '$claim',
    p_name: 'Dana Whitfield',
    p_email: 'dana@example.com',
    p_phone: '(210) 555-0199',
    p_city: 'San Antonio',
    p_project_description: 'A wall of our bakery, some twelve feet by thirty, facing the street.',
    p_mural_size: '12 x 30 ft',
    p_surface_type: 'brick',
    p_style_preference: 'nature',
    p_budget_range: '1k-5k',
    p_artist: asking.artist.id,
    p_website: '',
    p_elapsed_ms: 60_000,
  };
  return {
    name: 'quote',
    reads: false,
    headers: headersOf(asking),
    url: rest(asking, 'rpc/submit_lead'),
    body,
    straight: { ...ANON, statements: [call('submit_lead', body)] },
  };
}

function signIn(asking: Asking): ApiCase {
  return {
    name: 'sign-in',
    reads: false,
    headers: headersOf(asking),
    url: new URL('/auth/v1/token?grant_type=password', asking.url).href,
    body: { email: 'client@example.com', password: PASSWORD },
    straight: { role: 'postgres', claims: '', statements: SIGN_IN },
  };
}

function leadLists(asking: Asking): ApiCase[] {
  const { owner, admin, artist } = asking;
  const where = 'assigned_artist @> array[$1]::uuid[]';
  const list = {
    p_search: null,
    p_filter: null,
    p_sort: 'created_at',
    p_desc: true,
    p_limit: 50,
    p_offset: 0,
  };
  return [
    {
      name: "an artist's leads, 50 at once",
      reads: true,
      headers: { ...headersOf(asking, owner), prefer: 'count=exact' },
      url: rest(
        asking,
        `leads?select=*&assigned_artist=cs.{${artist.id}}&order=created_at.desc,id&limit=50`,
      ),
      straight: {
        ...signedInAs(owner),
        statements: [
          [`select * from leads where ${where} order by created_at desc, id limit 50`, [artist.id]],
          [`select count(*) from leads where ${where}`, [artist.id]],
        ],
      },
    },
    {
      name: "the admin's leads, 50 at once",
      reads: true,
      headers: headersOf(asking, admin),
      url: rest(asking, 'rpc/admin_list_requests'),
      body: list,
      straight: { ...signedInAs(admin), statements: [call('admin_list_requests', list)] },
    },
  ];
}

/** What a sign-in asks of the database; the password is compared elsewhere. */
const SIGN_IN: Statement[] = [
  [
    'select id, encrypted_password, email_confirmed_at is not null as confirmed from auth.users where email = $1',
    ['client@example.com'],
  ],
  [
    'update auth.users set last_sign_in_at = now(), updated_at = now() where email = $1',
    ['client@example.com'],
  ],
  [
    "insert into auth.sessions (id, user_id, aal) select $1, id, 'aal1' from auth.users where email = $2",
    ['$uuid', 'client@example.com'],
  ],
];

function call(name: string, body: Record<string, unknown>): Statement {
  const args = Object.keys(body).map((arg, i) => `${arg} => $${i + 1}`);
  return [`select * from public.${name}(${args.join(', ')})`, Object.values(body)];
}

async function signedIn(url: string, apikey: string, email: string): Promise<string> {
  const answer = await fetch(new URL('/auth/v1/token?grant_type=password', url), {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const { access_token } = (await answer.json()) as { access_token?: string };
  if (!access_token) throw new Error(`${email} cannot sign in (${answer.status}).`);
  return access_token;
}
