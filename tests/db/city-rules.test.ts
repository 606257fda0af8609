import { describe, expect, test } from 'vitest';
import { type AdminNeeds, needsSchema } from '#dashboards/admin/needs.ts';
import type { Queryable } from '#embedded/index.ts';
import {
  byReach,
  type CityRule,
  cityRuleSchema,
  type RequestCityRules,
  requestRulesSchema,
  ruleFormSchema,
  WALL_CONDITIONS,
} from '#features/permits/city-rule.ts';
import { MESSAGES } from '#lib/errors.ts';
import { become, refusal, scratch, scratchTests } from './support/actors.ts';
import { caller, id, worldOfFile } from './support/world.ts';

/** What cities ask for: which requests list it, who writes it, and when it needs an admin. */
const db = await worldOfFile();
const it = scratchTests(db);

const SAN_ANTONIO = 'san-antonio-tx';
const CERTIFICATE = 'A certificate before work on historic buildings';
const SIGNS = 'Logos and business names are signs';
const OWNER = 'The owner has to agree';
const MASONRY = 'Bare masonry on historic buildings';

const rulesIn = async (tx: Queryable): Promise<CityRule[]> => {
  const rows = await tx.sql<{ row: unknown }>('select to_jsonb(r) as row from public.city_rules r');
  return rows.map(({ row }) => cityRuleSchema.parse(row));
};

/** A request says this about its wall. */
interface Said {
  city?: string;
  surface?: string;
  place?: 'outside' | 'inside';
  owner?: string;
  condition?: string;
  lettering?: boolean;
  top_ft?: number;
}

/** What L1 lists for whoever asked, once it says so. */
async function listed(tx: Queryable, said: Said): Promise<RequestCityRules> {
  await become(tx, { role: 'postgres' });
  const { city = 'San Antonio', surface = 'metal', place = null, ...facts } = said;
  await tx.sql('update public.lead_records set city = $2, surface_type = $3 where id = $1', [
    id('L1'),
    city,
    surface,
  ]);
  await tx.sql('delete from public.request_details where lead_id = $1', [id('L1')]);
  if (place)
    await tx.sql('insert into public.request_details (lead_id, place) values ($1, $2)', [
      id('L1'),
      place,
    ]);
  await tx.sql('delete from public.site_facts where lead_id = $1', [id('L1')]);
  if (Object.keys(facts).length > 0)
    await tx.sql(
      `insert into public.site_facts (lead_id, owner, condition, lettering, top_ft)
       select $1, f.owner, f.condition, f.lettering, f.top_ft from jsonb_populate_record(null::public.site_facts, $2) f`,
      [id('L1'), JSON.stringify(facts)],
    );
  await become(tx, caller('client'));
  const [row] = await tx.sql<{ answer: unknown }>('select public.request_rules($1) as answer', [
    id('L1'),
  ]);
  return requestRulesSchema.parse(row?.answer);
}
const titles = async (tx: Queryable, said: Said) =>
  (await listed(tx, said))?.rules.map(({ title }) => title);

test('every database begins with the rules of San Antonio, each from a page one can open', async () => {
  const rules = await rulesIn(db);
  expect(rules.sort(byReach).map(({ title }) => title)).toEqual([
    CERTIFICATE,
    OWNER,
    MASONRY,
    SIGNS,
  ]);
  for (const { updated_at: _, id: __, city_slug, ...fields } of rules) {
    expect(city_slug).toBe(SAN_ANTONIO);
    // What is there can be saved as it is.
    expect(ruleFormSchema.parse(fields)).toEqual(fields);
  }
  const [row] = await db.sql<{ known: string[] }>('select private.wall_conditions() as known');
  expect(row?.known).toEqual([...WALL_CONDITIONS]);
});

describe('a request lists exactly the rules of its wall', () => {
  test.each<[string, Said, string[]]>([
    [
      'a rented outside wall with a logo',
      { place: 'outside', owner: 'rented_agreed', lettering: true },
      [CERTIFICATE, OWNER, SIGNS],
    ],
    [
      'the same of brick that was never painted',
      {
        ...{ place: 'outside', owner: 'rented_not_asked', lettering: true },
        ...{ condition: 'never_painted', surface: 'brick' },
      },
      [CERTIFICATE, OWNER, MASONRY, SIGNS],
    ],
    ['bare metal', { place: 'outside', condition: 'never_painted' }, [CERTIFICATE]],
    ['painted brick', { place: 'outside', condition: 'sound', surface: 'brick' }, [CERTIFICATE]],
    [
      'an own wall without words',
      { place: 'outside', owner: 'mine', lettering: false },
      [CERTIFICATE],
    ],
    ['a logo inside', { place: 'inside', lettering: true, owner: 'mine' }, []],
    ['a rented wall inside', { place: 'inside', owner: 'rented_agreed' }, [OWNER]],
    ['a wall of which nothing is said', {}, []],
    ['the same city in other letters', { city: 'san antonio', place: 'outside' }, [CERTIFICATE]],
  ])('%s', (_, said, expected) =>
    scratch(db, async (tx) => {
      expect(await titles(tx, said)).toEqual(expected);
      expect((await listed(tx, said))?.city).toBe(SAN_ANTONIO);
    }),
  );

  it('and nothing in a city without rules, or that is not in the table', async (tx) => {
    await become(tx, { role: 'postgres' });
    await tx.sql(`insert into public.cities (city_name, state) values ('Austin', 'TX')`);
    expect(await listed(tx, { city: 'Austin', place: 'outside' })).toBeNull();
    expect(await listed(tx, { city: 'Marfa', place: 'outside' })).toBeNull();
  });

  it('with every condition that there is', async (tx) => {
    await become(tx, { role: 'postgres' });
    await tx.sql('delete from public.city_rules');
    for (const condition of WALL_CONDITIONS)
      await tx.sql(
        `insert into public.city_rules (city_slug, title, body, source_name, source_url, checked_on, applies)
           values ($1, $2, 'B', 'S', 'https://example.com', '2026-01-01', $3)`,
        [SAN_ANTONIO, condition, [condition]],
      );
    const all = { owner: 'rented_not_asked', lettering: true, top_ft: 12.5 };
    const bare = { condition: 'never_painted', surface: 'stucco' };
    expect(await titles(tx, { ...all, ...bare, place: 'outside' })).toEqual(
      WALL_CONDITIONS.filter((one) => one !== 'inside').sort(),
    );
    expect(await titles(tx, { place: 'inside', top_ft: 12 })).toEqual(['inside']);
  });
});

const NEW = {
  city_slug: SAN_ANTONIO,
  title: ' Ask   first ',
  body: ' Before you paint. ',
  source_name: 'The city',
  source_url: 'https://example.com/rule',
  checked_on: '2026-01-31',
  applies: ['lettering', 'outside'],
};
async function add(tx: Queryable, patch: Partial<typeof NEW> = {}): Promise<CityRule> {
  await become(tx, caller('admin'));
  const { city_slug, title, body, source_name, source_url, checked_on, applies } = {
    ...NEW,
    ...patch,
  };
  const [row] = await tx.sql<{ row: unknown }>(
    `insert into public.city_rules as r (city_slug, title, body, source_name, source_url, checked_on, applies)
     values ($1, $2, $3, $4, $5, $6, $7) returning to_jsonb(r) as row`,
    [city_slug, title, body, source_name, source_url, checked_on, applies],
  );
  return cityRuleSchema.parse(row?.row);
}

describe('an admin', () => {
  it('adds a rule, which is stored as it is read', async (tx) => {
    expect(await add(tx)).toMatchObject({
      ...{ title: 'Ask first', body: 'Before you paint.', applies: ['outside', 'lettering'] },
    });
  });

  test.each<[Partial<typeof NEW>, keyof typeof MESSAGES]>([
    [{ title: ' ' }, 'title_required'],
    [{ title: 'x'.repeat(201) }, 'title_too_long'],
    [{ body: '' }, 'rule_text_invalid'],
    [{ body: 'x'.repeat(1001) }, 'rule_text_invalid'],
    [{ source_name: '' }, 'rule_source_invalid'],
    [{ source_name: 'x'.repeat(121) }, 'rule_source_invalid'],
    [{ source_url: 'http://example.com' }, 'rule_address_invalid'],
    [{ source_url: 'https://nowhere' }, 'rule_address_invalid'],
    [{ source_url: 'javascript:alert(1)' }, 'rule_address_invalid'],
    [{ checked_on: '2999-01-01' }, 'checked_on_invalid'],
    [{ checked_on: '0024-01-01' }, 'checked_on_invalid'],
    [{ checked_on: '-infinity' }, 'checked_on_invalid'],
    [{ applies: ['full moon'] }, 'invalid_input'],
  ])('is refused %j: %s, as the form says', (patch, code) =>
    scratch(db, async (tx) => {
      expect(await refusal(add(tx, patch))).toMatchObject({ code });
      const { city_slug: _, ...fields } = { ...NEW, ...patch };
      const said = ruleFormSchema.safeParse(fields).error?.issues[0]?.message;
      if (code !== 'invalid_input') expect(said).toBe(MESSAGES[code]);
    }),
  );

  test('changes one as it was read, and the trail has each change once', async () => {
    await scratch(db, async (tx) => {
      const rule = await add(tx);
      const save = (changes: object, read: object) =>
        tx.sql<{ row: unknown }>('select to_jsonb(public.save_city_rule($1, $2, $3)) as row', [
          rule.id,
          JSON.stringify(changes),
          JSON.stringify(read),
        ]);
      const [row] = await save({ body: 'Today.' }, { body: rule.body });
      expect(row?.row).toMatchObject({ body: 'Today.' });
      // Again, as after a lost answer.
      await save({ body: 'Today.' }, { body: rule.body });
      expect(await refusal(save({ body: 'Tomorrow.' }, { body: rule.body }))).toMatchObject({
        code: 'changed_elsewhere',
      });
    });
    await scratch(db, async (tx) => {
      const rule = await add(tx);
      await tx.sql(`update public.city_rules set body = 'Other' where id = $1`, [rule.id]);
      await tx.sql(`update public.city_rules set body = 'Other' where id = $1`, [rule.id]);
      await tx.sql('delete from public.city_rules where id = $1', [rule.id]);
      await become(tx, { role: 'postgres' });
      const trail = await tx.sql<{ action: string; detail: unknown }>(
        'select action, detail from private.audit_log where subject = $1 order by id',
        [rule.id],
      );
      expect(trail.map(({ action }) => action)).toEqual([
        'rule.insert',
        'rule.update',
        'rule.delete',
      ]);
      expect(trail[0]?.detail).toEqual({ city: SAN_ANTONIO, title: 'Ask first' });
    });
  });

  it('renames a city, and its rules come along onto the pages', async (tx) => {
    await become(tx, caller('admin'));
    await tx.sql(`update public.cities set city_name = 'Bexar' where id = $1`, [id('C1')]);
    await become(tx, { role: 'postgres' });
    const rules = await rulesIn(tx);
    expect(rules.map(({ city_slug }) => city_slug)).toEqual(rules.map(() => 'bexar-tx'));
    const moved = await tx.sql(
      `select from private.site_changes where table_name = 'city_rules' and op = 'UPDATE'
         and old ->> 'city_slug' = $1 and new ->> 'city_slug' = 'bexar-tx'`,
      [SAN_ANTONIO],
    );
    expect(moved).toHaveLength(rules.length);
  });
});

it('a rule that nobody has looked up for a year needs an admin, where its city is listed', async (tx) => {
  const today = (days: number) =>
    new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const old = await add(tx, { title: 'Old', checked_on: today(366) });
  const oldest = await add(tx, { title: 'Oldest', checked_on: today(800) });
  await add(tx, { title: 'Fresh', checked_on: today(360) });
  await add(tx, { city_slug: 'marfa-tx', title: 'Elsewhere', checked_on: today(800) });
  const needs = async (): Promise<AdminNeeds['rules']> => {
    const [row] = await tx.sql<{ answer: unknown }>('select public.admin_needs(50) as answer');
    return needsSchema.parse(row?.answer).rules;
  };
  const found = await needs();
  expect(found.rows.map(({ title, city }) => [city, title])).toEqual([
    ['San Antonio', 'Oldest'],
    ['San Antonio', 'Old'],
  ]);
  expect(found.total).toBe(2);
  await tx.sql('select public.save_city_rule($1, $2, $3)', [
    old.id,
    JSON.stringify({ checked_on: today(0) }),
    JSON.stringify({ checked_on: old.checked_on }),
  ]);
  expect((await needs()).rows.map((row) => row.id)).toEqual([oldest.id]);
});
