import { describe, expect, it } from 'vitest';
import { ofFile } from '#tests/support/of-file.ts';
import { fixtureBackend, request } from '../fixture.ts';

/** Three of what every object of JavaScript has: as a name in a query it must reach nothing that others share. */
const NAMES = ['constructor', '__proto__', 'toString'];
const SHARED: object[] = [
  Object.prototype,
  ...Object.getOwnPropertyNames(Object.prototype).flatMap(inherited),
  Array.prototype,
];

function inherited(name: string): object[] {
  const value: unknown = Reflect.get(Object.prototype, name);
  return value !== null && (typeof value === 'object' || typeof value === 'function')
    ? [value]
    : [];
}

/** Takes away what was added, so that one test does not fail all that run after it. */
function added(): string[] {
  return SHARED.flatMap((shared) =>
    Object.keys(shared).map((key) => {
      Reflect.deleteProperty(shared, key);
      return key;
    }),
  );
}

const backend = ofFile(() => fixtureBackend());

describe.each(NAMES)('the name %s', (name) => {
  const queries = [
    `${name}=imatch.x`,
    `${name}=not.eq.x`,
    `"${name}"=eq.x`,
    `%5f%5fproto%5f%5f=eq.x`,
    `${name}::text=eq.x`,
    `or=(${name}.eq.x,id.eq.1)`,
    `${name}.or=(id.eq.1)`,
    `select=${name}(id)&${name}.headers=eq.1`,
    `select=*,${name}(${name}(id))&${name}.${name}.method=eq.1`,
    `select=${name}:id`,
    `${name}.limit=1&${name}.order=id&order=${name}`,
    `columns=${name}&on_conflict=${name}`,
    `${name}=x`,
  ];

  it('in a query is a column that does not exist', async () => {
    const failed: string[] = [];
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE'])
      for (const path of ['artists', 'rpc/nothing', name])
        for (const query of queries) {
          const body = method === 'GET' ? {} : { body: `{"${name}":{"${name}":{"x":1}}}` };
          const answer = await request(backend, `/rest/v1/${path}?${query}`, { method, ...body });
          const left = added();
          if (answer.status < 400 || answer.status >= 500 || left.length > 0)
            failed.push(`${method} ${path}?${query}: ${answer.status} ${left}`);
          await answer.body?.cancel();
        }
    expect(failed).toEqual([]);
  });

  it('in a body changes nothing either', async () => {
    const body = `{"${name}":{"x":1},"data":{"${name}":{"x":1}},"email":"${name}@example.com","password":"a password 1","gotrue_meta_security":{"${name}":1},"sortBy":{"${name}":1},"prefixes":["${name}"],"prefix":""}`;
    for (const path of [
      'auth/v1/signup',
      'auth/v1/verify',
      'auth/v1/recover?redirect_to=__proto__',
      'storage/v1/object/list/avatars',
      `storage/v1/object/sign/${name}/${name}`,
    ])
      await (await request(backend, `/${path}`, { method: 'POST', body })).body?.cancel();
    expect(added()).toEqual([]);
  });
});
