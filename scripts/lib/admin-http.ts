import { projectFetch, type Settings } from '#data/project-fetch.ts';
import type { Accounts, AdminRow } from './admin-call.ts';
import { refusal, unknownAccount } from './admin-sentences.ts';

const PAGE = 1000;

/** Over the API of a project, hosted or running here, with its secret key. */
export function httpAccounts(url: string, secretKey: string, settings: Settings | null): Accounts {
  const send = projectFetch(settings);
  async function ask<T>(method: string, path: string, body?: object, email?: string): Promise<T> {
    const response = await send(`${url}${path}`, {
      method,
      headers: {
        apikey: secretKey,
        'content-type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json().catch(() => null);
    if (!response.ok) throw refusal(answer, email);
    return answer as T;
  }
  const grant = (email: string) =>
    ask<AdminRow>('POST', '/rest/v1/rpc/grant_admin', { p_email: email }, email);

  /** The account service finds by id alone, so its list is read page by page. */
  async function idOf(email: string): Promise<string> {
    for (let page = 1; ; page++) {
      const { users } = await ask<{ users: { id: string; email: string }[] }>(
        'GET',
        `/auth/v1/admin/users?page=${page}&per_page=${PAGE}`,
      );
      const found = users.find((user) => user.email?.toLowerCase() === email);
      if (found) return found.id;
      if (users.length === 0) throw unknownAccount(email);
    }
  }

  return {
    grant,
    revoke: (email) => ask('POST', '/rest/v1/rpc/revoke_admin', { p_email: email }, email),
    list: () => ask('POST', '/rest/v1/rpc/list_admins', {}),
    async create(email, password) {
      await ask('POST', '/auth/v1/admin/users', { email, password, email_confirm: true }, email);
      await grant(email);
    },
    async setPassword(email, password) {
      await ask('PUT', `/auth/v1/admin/users/${await idOf(email)}`, { password }, email);
    },
  };
}
