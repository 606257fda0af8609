import type { Database, Transaction } from '../../base/database.ts';
import { hashPassword } from '../../passwords/hashing.ts';
import { type Call, emailOf, jsonBody, textOf } from '../call/call.ts';
import { authRefusal, json } from '../call/responses.ts';
import { isUuid } from '../call/uuid.ts';
import {
  confirmAccount,
  createAccount,
  moveAccount,
  type NewAccount,
  refuseTaken,
  userById,
  usersOfPage,
} from './accounts.ts';
import type { AuthHandler } from './auth-services.ts';
import { checkEmail } from './email.ts';
import { generateLink } from './links.ts';
import { setPasswordHash } from './sessions.ts';

/** GoTrue's `admin/users`, which @supabase/lite lacks: list, read, create, change and delete. */
export const admin: AuthHandler = async (auth, call) => {
  const [resource, id, ...rest] = call.path.slice('/auth/v1/admin/'.length).split('/');
  const asked = id === undefined ? `${call.method} ${resource}` : '';
  if (asked === 'POST generate_link') return generateLink(auth, call);
  if (asked === 'GET users') return listUsers(auth.db, call);
  if (asked === 'POST users') return createUser(auth.db, call);
  if (resource === 'users' && id !== undefined && rest.length === 0)
    return oneUser(auth.db, call, id);
  const known = id === undefined && (resource === 'users' || resource === 'generate_link');
  throw known ? wrongMethod() : authRefusal(404, 'not_found', 'Not found');
};

async function oneUser(db: Database, call: Call, id: string): Promise<Response> {
  if (!isUuid(id)) throw authRefusal(404, 'validation_failed', 'user_id must be an UUID');
  const user = await userById(db, id);
  if (!user) throw authRefusal(404, 'user_not_found', 'User not found');
  if (call.method === 'GET') return json(200, user);
  if (call.method === 'PUT') return changeUser(db, call, id);
  if (call.method !== 'DELETE') throw wrongMethod();
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
    throw authRefusal(
      400,
      'validation_failed',
      'Cannot create a user without either an email or phone',
    );
  const id = textOf(body.id);
  if (id && !isUuid(id))
    throw authRefusal(400, 'validation_failed', 'ID must conform to the uuid v4 format');
  checkEmail(email);
  const account: NewAccount = {
    ...(id && { id }),
    email,
    passwordHash: await hashOf(body.password),
    confirmed: Boolean(body.email_confirm),
    metadata: body.user_metadata,
    appMetadata: body.app_metadata,
  };
  const created = await db.transaction((tx) => createAccount(tx, account)).catch(refuseTaken);
  return json(200, await userById(db, created));
}

async function changeUser(db: Database, call: Call, id: string): Promise<Response> {
  const body = jsonBody(call);
  const email = emailOf(body);
  if (email) checkEmail(email);
  const password = await hashOf(body.password);
  const change = async (tx: Transaction) => {
    if (email) await moveAccount(tx, id, email);
    if (password) await setPasswordHash(tx, id, password);
    if (body.email_confirm) await confirmAccount(tx, id);
    await tx.sql(
      `update auth.users set raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || $2::jsonb,
         raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || $3::jsonb, updated_at = now() where id = $1`,
      [id, Object(body.user_metadata), Object(body.app_metadata)],
    );
  };
  await db.transaction(change).catch(refuseTaken);
  return json(200, await userById(db, id));
}

const hashOf = (password: unknown) =>
  typeof password === 'string' && password ? hashPassword(password) : Promise.resolve(null);

const wrongMethod = () => authRefusal(405, 'bad_request', 'Method not allowed');
