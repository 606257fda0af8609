import { randomUUID } from 'node:crypto';
import { codeOf } from '../errors.ts';
import { type Call, emailOf, jsonBody, type Services } from './call.ts';
import { hashPassword } from './passwords.ts';
import { authError, json } from './respond.ts';

const USER = `id, aud, role, email, coalesce(phone, '') as phone, email_confirmed_at, confirmed_at, last_sign_in_at,
  raw_app_meta_data as app_metadata, raw_user_meta_data as user_metadata, created_at, updated_at, banned_until,
  is_anonymous, '[]'::jsonb as identities`;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type User = Record<string, unknown>;

/** GoTrue's `admin/users`, which @supabase/lite lacks: list, read, create, change and delete, with the secret key only. */
export function adminUsers({ db }: Services): (call: Call) => Promise<Response> {
  const find = (id: string) => db.sql<User>(`select ${USER} from auth.users where id = $1`, [id]);
  const hash = (password: unknown) =>
    typeof password === 'string' && password ? hashPassword(password) : Promise.resolve(null);

  async function list(call: Call): Promise<Response> {
    const number = (name: string, fallback: number) =>
      Math.max(1, Math.trunc(Number(call.url.searchParams.get(name))) || fallback);
    const size = Math.min(number('per_page', 50), 1000);
    const page = number('page', 1);
    const [count] = await db.sql<{ n: number }>('select count(*)::int as n from auth.users');
    const users = await db.sql<User>(
      `select ${USER} from auth.users order by created_at desc limit $1 offset $2`,
      [size, (page - 1) * size],
    );
    return json(200, { users, aud: 'authenticated' }, { 'x-total-count': String(count?.n ?? 0) });
  }

  async function create(call: Call): Promise<Response> {
    const body = jsonBody(call);
    const email = emailOf(body);
    if (!email)
      return authError(
        400,
        'validation_failed',
        'Cannot create a user without either an email or phone',
      );
    const id = typeof body.id === 'string' ? body.id : randomUUID();
    const password = await hash(body.password);
    const meta = {
      ...Object(body.user_metadata),
      email,
      sub: id,
      email_verified: Boolean(body.email_confirm),
    };
    const app = { provider: 'email', providers: ['email'], ...Object(body.app_metadata) };
    try {
      await db.transaction(async (tx) => {
        await tx.sql(
          `insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
           values ($1, $2, $3, case when $4::boolean then now() end, $5, $6)`,
          [id, email, password, Boolean(body.email_confirm), app, meta],
        );
        await tx.sql(
          `insert into auth.identities (id, provider, provider_id, user_id, identity_data) values ($1, 'email', $2, $3, $4)`,
          [randomUUID(), id, id, meta],
        );
      });
    } catch (error) {
      if (codeOf(error) !== '23505') throw error;
      return authError(
        422,
        'email_exists',
        'A user with this email address has already been registered',
      );
    }
    return json(200, (await find(id))[0]);
  }

  async function change(call: Call, id: string): Promise<Response> {
    const body = jsonBody(call);
    const password = await hash(body.password);
    await db.sql(
      `update auth.users set encrypted_password = coalesce($2, encrypted_password), email = coalesce($3, email),
         raw_user_meta_data = raw_user_meta_data || $4::jsonb, raw_app_meta_data = raw_app_meta_data || $5::jsonb,
         email_confirmed_at = case when $6::boolean then coalesce(email_confirmed_at, now()) else email_confirmed_at end,
         updated_at = now() where id = $1`,
      [
        id,
        password,
        emailOf(body) || null,
        Object(body.user_metadata),
        Object(body.app_metadata),
        Boolean(body.email_confirm),
      ],
    );
    if (password) await db.sql('delete from auth.sessions where user_id = $1', [id]);
    return json(200, (await find(id))[0]);
  }

  return async (call) => {
    if (!call.service) return authError(403, 'not_admin', 'User not allowed');
    const [resource, id, ...rest] = call.path.slice('/auth/v1/admin/'.length).split('/');
    if (resource !== 'users' || rest.length > 0) return authError(404, 'not_found', 'Not found');
    if (id === undefined) {
      if (call.method === 'GET') return list(call);
      return call.method === 'POST'
        ? create(call)
        : authError(405, 'bad_request', 'Method not allowed');
    }
    if (!UUID.test(id)) return authError(404, 'validation_failed', 'user_id must be an UUID');
    const [user] = await find(id);
    if (!user) return authError(404, 'user_not_found', 'User not found');
    if (call.method === 'GET') return json(200, user);
    if (call.method === 'PUT') return change(call, id);
    if (call.method !== 'DELETE') return authError(405, 'bad_request', 'Method not allowed');
    await db.sql('delete from auth.users where id = $1', [id]);
    return json(200, {});
  };
}
