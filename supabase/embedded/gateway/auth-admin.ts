import { codeOf } from '../errors.ts';
import {
  confirmAccount,
  createAccount,
  moveAccount,
  type NewAccount,
  setPasswordHash,
  userById,
  usersOfPage,
} from './auth-accounts.ts';
import { refuseEmail } from './auth-email.ts';
import { endSessions } from './auth-sessions.ts';
import { type Call, emailOf, jsonBody, type Services } from './call.ts';
import { hashPassword } from './passwords.ts';
import { authError, json } from './respond.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type Handler = (call: Call) => Promise<Response>;

/** GoTrue's `admin/users`, which @supabase/lite lacks: list, read, create, change and delete. */
export function adminUsers({ db }: Services, generateLink: Handler): Handler {
  const hash = (password: unknown) =>
    typeof password === 'string' && password ? hashPassword(password) : Promise.resolve(null);

  async function list(call: Call): Promise<Response> {
    const number = (name: string, fallback: number) =>
      Math.max(1, Math.trunc(Number(call.url.searchParams.get(name))) || fallback);
    const size = Math.min(number('per_page', 50), 1000);
    const page = number('page', 1);
    const [count] = await db.sql<{ n: number }>('select count(*)::int as n from auth.users');
    const users = await usersOfPage(db, size, page);
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
    const refusal = refuseEmail(email);
    if (refusal) return refusal;
    const account: NewAccount = {
      ...(typeof body.id === 'string' && { id: body.id }),
      email,
      passwordHash: await hash(body.password),
      confirmed: Boolean(body.email_confirm),
      metadata: body.user_metadata,
      appMetadata: body.app_metadata,
    };
    try {
      const id = await db.transaction((tx) => createAccount(tx, account));
      return json(200, await userById(db, id));
    } catch (error) {
      if (codeOf(error) !== '23505') throw error;
      return taken();
    }
  }

  async function change(call: Call, id: string): Promise<Response> {
    const body = jsonBody(call);
    const email = emailOf(body);
    const refusal = email ? refuseEmail(email) : null;
    if (refusal) return refusal;
    const password = await hash(body.password);
    try {
      await db.transaction(async (tx) => {
        if (email) await moveAccount(tx, id, email);
        if (password) await setPasswordHash(tx, id, password);
        if (password) await endSessions(tx, id);
        if (body.email_confirm) await confirmAccount(tx, id);
        await tx.sql(
          `update auth.users set raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || $2::jsonb,
             raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || $3::jsonb, updated_at = now() where id = $1`,
          [id, Object(body.user_metadata), Object(body.app_metadata)],
        );
      });
    } catch (error) {
      if (codeOf(error) !== '23505') throw error;
      return taken();
    }
    return json(200, await userById(db, id));
  }

  return async (call) => {
    const [resource, id, ...rest] = call.path.slice('/auth/v1/admin/'.length).split('/');
    if (resource === 'generate_link' && id === undefined) {
      return call.method === 'POST' ? generateLink(call) : wrongMethod();
    }
    if (resource !== 'users' || rest.length > 0) return authError(404, 'not_found', 'Not found');
    if (id === undefined) {
      if (call.method === 'GET') return list(call);
      return call.method === 'POST' ? create(call) : wrongMethod();
    }
    if (!UUID.test(id)) return authError(404, 'validation_failed', 'user_id must be an UUID');
    const user = await userById(db, id);
    if (!user) return authError(404, 'user_not_found', 'User not found');
    if (call.method === 'GET') return json(200, user);
    if (call.method === 'PUT') return change(call, id);
    if (call.method !== 'DELETE') return wrongMethod();
    await db.sql('delete from auth.users where id = $1', [id]);
    return json(200, {});
  };
}

const wrongMethod = () => authError(405, 'bad_request', 'Method not allowed');

const taken = () =>
  authError(422, 'email_exists', 'A user with this email address has already been registered');
