import { codeOf } from '#node/errors.ts';
import type { Database } from '../../base/database.ts';
import { hashPassword } from '../../passwords/hashing.ts';
import { type Call, emailOf, jsonBody, type Services, textOf } from '../call/call.ts';
import { authError, json } from '../call/responses.ts';
import { isUuid } from '../call/uuid.ts';
import {
  confirmAccount,
  createAccount,
  moveAccount,
  type NewAccount,
  userById,
  usersOfPage,
} from './accounts.ts';
import { refuseEmail } from './email.ts';
import { setPasswordHash } from './sessions.ts';

type Handler = (call: Call) => Promise<Response>;

/** GoTrue's `admin/users`, which @supabase/lite lacks: list, read, create, change and delete. */
export function adminUsers({ db }: Services, generateLink: Handler): Handler {
  return (call) => {
    const [resource, id, ...rest] = call.path.slice('/auth/v1/admin/'.length).split('/');
    const asked = id === undefined ? `${call.method} ${resource}` : '';
    if (asked === 'POST generate_link') return generateLink(call);
    if (asked === 'GET users') return listUsers(db, call);
    if (asked === 'POST users') return createUser(db, call);
    if (resource === 'users' && id !== undefined && rest.length === 0) return oneUser(db, call, id);
    const known = id === undefined && (resource === 'users' || resource === 'generate_link');
    return Promise.resolve(known ? wrongMethod() : authError(404, 'not_found', 'Not found'));
  };
}

async function oneUser(db: Database, call: Call, id: string): Promise<Response> {
  if (!isUuid(id)) return authError(404, 'validation_failed', 'user_id must be an UUID');
  const user = await userById(db, id);
  if (!user) return authError(404, 'user_not_found', 'User not found');
  if (call.method === 'GET') return json(200, user);
  if (call.method === 'PUT') return changeUser(db, call, id);
  if (call.method !== 'DELETE') return wrongMethod();
  await db.sql('delete from auth.users where id = $1', [id]);
  return json(200, {});
}

async function listUsers(db: Database, call: Call): Promise<Response> {
  const number = (name: string, fallback: number) =>
    Math.max(1, Math.trunc(Number(call.url.searchParams.get(name))) || fallback);
  const size = Math.min(number('per_page', 50), 1000);
  const page = number('page', 1);
  const [count] = await db.sql<{ n: number }>('select count(*)::int as n from auth.users');
  const users = await usersOfPage(db, size, page);
  return json(200, { users, aud: 'authenticated' }, { 'x-total-count': String(count?.n ?? 0) });
}

async function createUser(db: Database, call: Call): Promise<Response> {
  const body = jsonBody(call);
  const email = emailOf(body);
  if (!email)
    return authError(
      400,
      'validation_failed',
      'Cannot create a user without either an email or phone',
    );
  const id = textOf(body.id);
  if (id && !isUuid(id))
    return authError(400, 'validation_failed', 'ID must conform to the uuid v4 format');
  const refusal = refuseEmail(email);
  if (refusal) return refusal;
  const account: NewAccount = {
    ...(id && { id }),
    email,
    passwordHash: await hashOf(body.password),
    confirmed: Boolean(body.email_confirm),
    metadata: body.user_metadata,
    appMetadata: body.app_metadata,
  };
  return unlessTaken(async () => {
    const created = await db.transaction((tx) => createAccount(tx, account));
    return json(200, await userById(db, created));
  });
}

async function changeUser(db: Database, call: Call, id: string): Promise<Response> {
  const body = jsonBody(call);
  const email = emailOf(body);
  const refusal = email ? refuseEmail(email) : null;
  if (refusal) return refusal;
  const password = await hashOf(body.password);
  return unlessTaken(async () => {
    await db.transaction(async (tx) => {
      if (email) await moveAccount(tx, id, email);
      if (password) await setPasswordHash(tx, id, password);
      if (body.email_confirm) await confirmAccount(tx, id);
      await tx.sql(
        `update auth.users set raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || $2::jsonb,
           raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || $3::jsonb, updated_at = now() where id = $1`,
        [id, Object(body.user_metadata), Object(body.app_metadata)],
      );
    });
    return json(200, await userById(db, id));
  });
}

const hashOf = (password: unknown) =>
  typeof password === 'string' && password ? hashPassword(password) : Promise.resolve(null);

async function unlessTaken(run: () => Promise<Response>): Promise<Response> {
  try {
    return await run();
  } catch (error) {
    if (codeOf(error) !== '23505') throw error;
    return authError(
      422,
      'email_exists',
      'A user with this email address has already been registered',
    );
  }
}

const wrongMethod = () => authError(405, 'bad_request', 'Method not allowed');
