import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ARTIST_PROFILE_FIELDS, artistProfileSchema } from '#features/artists/artist.ts';
import { placeOfZip } from '#features/map/zip.ts';
import ZIP_CODES from '#features/map/zip-codes.json' with { type: 'json' };
import { missingToPublish } from '#features/profile/publish-readiness.ts';
import { LEAD_STATUSES } from '#features/requests/lead-status.ts';
import { quoteSchema } from '#features/requests/quote.ts';
import { QUOTE_FIELDS, type QuoteDraft } from '#features/requests/quote-fields.ts';
import { siteFactsSchema } from '#features/site-facts/site-facts-schema.ts';
import { pick } from '#lib/draft.ts';
import { isEmail, pastedEmail } from '#lib/email-form.ts';
import { MESSAGES } from '#lib/errors.ts';
import { LIMITS } from '#lib/limits.ts';
import { BUDGETS, ROLES, STYLES, SURFACES } from '#lib/options.ts';
import { askedCity, citySlug, readPlace, STATE_ALIASES, US_STATES } from '#lib/place.ts';
import { nameKey, slugify } from '#lib/slug.ts';
import { violations } from '#lib/violations.ts';
import { cleaned, oneLine } from '#lib/visible-text.ts';
import { artistSlug } from '#tests/support/artist-slug.ts';
import { NAMED_PROFILE } from '#tests/support/cases/profile-cases.ts';
import { PASTED_EMAILS } from '../support/cases/email-cases.ts';
import { PLACE_CASES } from '../support/cases/place-cases.ts';
import { publishCases } from '../support/cases/publish-cases.ts';
import { FOLDED_CASES, TEXT_CASES } from '../support/cases/text-cases.ts';
import { become, refusal, scratch } from './support/actors.ts';
import { form, submit } from './support/leads.ts';
import { caller, id, worldOfFile } from './support/world.ts';

/** Rules that exist in TypeScript and in SQL, run over the same cases. */
const db = await worldOfFile({ lead_ip_limit: '100000', lead_user_limit: '100000' });

/** Runs a SQL expression over every input, which it finds as JSON in `v`. */
async function inSql(expression: string, inputs: unknown[]): Promise<unknown[]> {
  const rows = await db.sql<{ value: unknown }>(
    `select ${expression} as value from jsonb_array_elements($1::jsonb) with ordinality x (v, n) order by n`,
    [inputs],
  );
  return rows.map((row) => row.value);
}

const SPACES = '\t\n\v\f\r\u00a0\u1680\u2000\u2009\u2028\u2029\u202f\u205f\u3000\ufeff ';
/** No NUL and no half surrogates: PostgreSQL holds neither, and JSON carries neither to it. */
const text = fc.string({ unit: 'grapheme' }).filter((s) => !s.includes('\0') && s.isWellFormed());

describe('texts', () => {
  test('what is kept of them', async () => {
    const odd = TEXT_CASES.flatMap(([typed]) => [...typed]);
    const mixed = fc.array(fc.constantFrom(...odd, ...SPACES, 'a', 'K', 'é'), { maxLength: 9 });
    const cases = [
      ...TEXT_CASES.map(([typed]) => typed),
      ...[SPACES, `${SPACES}a${SPACES}b${SPACES}`, '\u200ba', '\u0085a', '\u180ea'],
      ...fc.sample(mixed, 1000).map((all) => all.join('')),
      ...fc.sample(text, 500),
    ];
    const kept = cases.map(cleaned);
    expect(await inSql(`private.clean(v #>> '{}')`, cases)).toEqual(kept);
    expect(await inSql(`private.clean(v #>> '{}')`, kept)).toEqual(kept);
    expect(await inSql(`private.one_line(v #>> '{}')`, cases)).toEqual(cases.map(oneLine));
  });

  test('which characters can be seen, of all that there are', { tags: 'long' }, async () => {
    const known = Array.from({ length: 0x110000 - 1 }, (_, n) => n + 1)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code))
      .filter((letter) => !/\p{Cn}/u.test(letter));
    const seen = await inSql(`private.clean(v #>> '{}') <> ''`, known);
    expect(known.filter((letter, n) => seen[n] !== (cleaned(letter) !== ''))).toEqual([]);
  });

  test('slugs', async () => {
    const cases = [
      ...[
        'Íñigo Peña',
        'San Antonio',
        '  --A__b!! ',
        'STRASSE ß',
        'Đặng Œuvre',
        'İstanbul',
        '日本',
        '',
        'K2',
        'ﬁ',
      ],
      ...FOLDED_CASES.map(([words]) => words),
      ...fc.sample(text, 500),
    ];
    expect(await inSql(`private.slugify(v #>> '{}')`, cases)).toEqual(cases.map(slugify));
    expect(await inSql(`private.name_key(v #>> '{}')`, cases)).toEqual(cases.map(nameKey));
    const user = id('artist');
    const names = [...cases, 'x'.repeat(120), `${'x'.repeat(99)} y`];
    expect(await inSql(`private.artist_slug(v #>> '{}', '${user}')`, names)).toEqual(
      names.map((name) => artistSlug(name, user)),
    );
  });

  test('city slugs, for every state in every spelling', async () => {
    const states = Object.entries(US_STATES).flatMap(([code, name]) => [
      ...[
        code,
        code.toLowerCase(),
        ` ${code} `,
        name,
        name.toUpperCase(),
        name.toLowerCase(),
        `${name} `,
      ],
      name.replace(' ', '  '),
    ]);
    const cases = [
      ...states,
      'XX',
      'Tejas',
      '',
      'T X',
      'Texas.',
      'Tex.',
      'TX.',
      'T.X.',
      'tejas',
      'Calif.',
      'D.C.',
      'N. Mex.',
      'tex as',
      'ſc',
      'DC ',
      'constructor',
    ].flatMap((state) => ['San Antonio', ' Cañon  City ', '!', ''].map((city) => [city, state]));
    expect(await inSql(`private.city_slug(v ->> 0, v ->> 1)`, cases)).toEqual(
      cases.map(([city, state]) => citySlug(city, state)),
    );
  });

  test('cities and states in one', async () => {
    const words = fc.constantFrom(
      ...[
        'San Antonio',
        'Austin',
        'TX',
        'tx',
        'Texas',
        'Tex.',
        'York',
        'New',
        'KS',
        'Or',
        ',',
        ', ',
      ],
      ...[' ', '/', '(', ')', ' - ', 'Bexar County', 'EE. UU.', '(78130)', 'zip'],
      ...['78130', '78130-1234', 'USA', 'U.S.A.', 'us', 'United States', '.', 'é'],
    );
    const mixed = fc.tuple(fc.array(words, { maxLength: 6 }), fc.array(words, { maxLength: 2 }));
    const cases = [
      ...PLACE_CASES.map(([typed]) => typed),
      ...Object.keys(STATE_ALIASES).map((state) => ['Austin', state]),
      ...fc.sample(mixed, 1000).map((parts) => parts.map((all) => all.join(' '))),
    ];
    expect(await inSql(`to_jsonb(private.read_place(v ->> 0, v ->> 1))`, cases)).toEqual(
      cases.map(([city, state]) => Object.values(readPlace(city, state))),
    );
    const cities = cases.map(([city]) => city ?? '');
    expect(await inSql(`private.asked_city(v #>> '{}')`, cities)).toEqual(cities.map(askedCity));
  });

  test('cities of ZIP codes', async () => {
    const codes = ZIP_CODES.flatMap((line) => line.match(/\b\d{5}\b/g) ?? []);
    const cases = [...codes, '00000', '7820', '', 'Austin'];
    expect(await inSql(`private.city_of_zip(v #>> '{}')`, cases)).toEqual(
      cases.map((zip) => placeOfZip(zip)?.city ?? null),
    );
  });

  test('a request is for the city that is meant', async () => {
    for (const [typed, city] of [
      ['New Braunfels tx', 'New Braunfels'],
      ['78130', 'New Braunfels'],
      ['San Antonio, Texas 78205', 'San Antonio'],
      ['Tulsa OK', 'Tulsa, OK'],
      ['TX 78205', 'San Antonio'],
      ['78205-1234, Texas', 'San Antonio'],
      ['ZIP code: 78130', 'New Braunfels'],
      ['10001', '10001'],
      ['San Antonio (TX)', 'San Antonio'],
    ]) {
      const { id: lead } = await submit(db, form({ city: typed as string }));
      const rows = await db.sql('select city from public.lead_records where id = $1', [lead]);
      expect(rows).toEqual([{ city }]);
    }
  });

  test('e-mail addresses', async () => {
    const parts = fc.constantFrom(
      'a',
      'A1',
      '.',
      '-',
      '_',
      '+',
      "'",
      '%',
      '@',
      'b.co',
      'com',
      '&',
      '#/=',
      '!$*?^`{|}~',
      '"',
      '\\',
      ' ',
      'é',
      '\n',
      '..',
      'x-y.z',
    );
    const cases = [
      ...[
        'a@b.co',
        'a@b',
        '@b.co',
        'a@.co',
        'a.@b.co',
        '.a@b.co',
        'a..b@c.de',
        'a@b..co',
        'a@-b.co',
        'a@b-.co',
      ],
      ...[
        "o'neil+x@mail.example.com",
        'a b@c.de',
        'a@b.c',
        'a@b.c1',
        '=?utf-8?q?x?=@example.com',
        'a=?b@example.com',
        'a?=b@example.com',
        'a@b.co\n',
        'a@b@c.de',
        `${'a'.repeat(300)}@b.co`,
      ],
      ...fc.sample(fc.array(parts, { maxLength: 7 }), 1000).map((all) => all.join('')),
    ];
    expect(await inSql(`private.valid_email(v #>> '{}')`, cases)).toEqual(cases.map(isEmail));
    const pasted = [...PASTED_EMAILS.map(([typed]) => typed), ...fc.sample(text, 500)];
    expect(await inSql(`private.pasted_email(v #>> '{}')`, pasted)).toEqual(
      pasted.map(pastedEmail),
    );
  });
});

test("every sentence that SQL raises is the domain's, and every field of the database has its limit", async () => {
  const rows = await db.sql<{ code: keyof typeof MESSAGES; message: string }>(
    'select code, message from private.error_codes',
  );
  for (const { code, message } of rows) expect([code, message]).toEqual([code, MESSAGES[code]]);
  const browserOnly = ['password_too_short', 'password_too_long', 'artist_id_invalid'];
  const known = rows.map((row) => row.code).concat(browserOnly as never[]);
  expect(known.sort()).toEqual(Object.keys(MESSAGES).sort());
});

test('the fixed choices', async () => {
  const [row] = await db.sql<{ roles: string[]; statuses: string[] }>(
    `select enum_range(null::public.app_role)::text[] as roles, enum_range(null::public.lead_status)::text[] as statuses`,
  );
  expect(row?.roles).toEqual([...ROLES]);
  expect(row?.statuses).toEqual([...LEAD_STATUSES]);
});

const long = (max: number) => [
  'x'.repeat(max),
  'x'.repeat(max + 1),
  ` ${'🎨'.repeat(max)} `,
  '🎨'.repeat(max + 1),
];
const QUOTE_CASES: Record<keyof QuoteDraft, string[]> = {
  name: ['', ' ', '\u00a0', '\u200b\u3164', '\u0301', 'R', ...long(LIMITS.name)],
  email: [
    '',
    'no',
    'a@b.co',
    ' a@b.co ',
    `${'a'.repeat(249)}@bc.de`,
    `${'a'.repeat(250)}@bc.de`,
    'a@b',
  ],
  phone: ['', ' ', ...long(LIMITS.phone)],
  city: ['', ' ', '\u2800', 'Austin', ...long(LIMITS.city)],
  project_description: [
    '',
    '\u200b'.repeat(12),
    '\u3164'.repeat(12),
    '123456789',
    ' 123456789 ',
    '1234567890',
    ...long(LIMITS.projectMax),
  ],
  mural_size: ['', ...long(LIMITS.muralSize)],
  surface_type: ['', 'Brick', 'glass', ...SURFACES],
  style_preference: ['', 'ABSTRACT', 'cubism', ...STYLES],
  budget_range: ['', '1k', 'a lot', ...BUDGETS],
};

/** What SQL says to a form: its first sentence, or null. */
const quoteInSql = (draft: Partial<QuoteDraft>) =>
  submit(db, form(draft)).then(
    () => null,
    (error) => {
      const { message, details } = JSON.parse(error.message);
      return `${details}: ${message}`;
    },
  );
const quoteInZod = (draft: Partial<QuoteDraft>) => {
  const result = quoteSchema.safeParse(pick(form(draft), QUOTE_FIELDS));
  const [first] = result.success ? [] : violations(result.error, QUOTE_FIELDS);
  return first ? `${first.field}: ${first.message}` : null;
};

describe('the quote form', () => {
  test.each(QUOTE_FIELDS)('%s at its limits', async (field) => {
    for (const value of QUOTE_CASES[field]) {
      const draft = { [field]: value };
      expect([value, await quoteInSql(draft)]).toEqual([value, quoteInZod(draft)]);
    }
  });

  test('the first violation of any mixture is the same', async () => {
    const drafts = fc.sample(
      fc.record(
        Object.fromEntries(
          QUOTE_FIELDS.map((field) => [field, fc.constantFrom(...QUOTE_CASES[field])]),
        ),
        { requiredKeys: [] },
      ) as fc.Arbitrary<Partial<QuoteDraft>>,
      100,
    );
    for (const draft of drafts)
      expect([draft, await quoteInSql(draft)]).toEqual([draft, quoteInZod(draft)]);
  });

  test('missing values are refused like empty ones', async () => {
    for (const field of QUOTE_FIELDS) {
      expect([field, await quoteInSql({ [field]: null as never })]).toEqual([
        field,
        quoteInZod({ [field]: '' }),
      ]);
    }
  });
});

const FACT_CASES: Record<string, unknown[]> = {
  owner: [null, 'mine', 'rented_agreed', 'rented_not_asked', 'theirs', '', 1, true, []],
  top_ft: [null, 0.5, 0.44, 18, 8.35, 999.96, 1000, 1000.1, -1, '18', true, {}],
  condition: [null, 'sound', 'peeling', 'damaged', 'never_painted', 'unsure', 7],
  power: [null, true, false, 'yes', 'true', 0],
  water: [null, true, false, 'no', 1],
  lift: [null, 'firm_ground', 'soft_ground', 'none', 'yes', false],
  lettering: [null, true, false, 'logo'],
  deadline: [
    null,
    ...['2027-03-01', '2028-02-29', '2027-02-29', '2027-13-01', '2027-00-10', '2027-04-31'],
    ...['2000-01-01', '1999-12-31', '2100-12-31', '2101-01-01', '2027-3-1', '2027-03-01T10:00:00Z'],
    ...['', 'spring', 'today', '20270301', 20270301, true, {}],
  ],
  later: [1],
};
/** As the facts are stored, or the sentence that they are refused with. */
const factsInSql = async (facts: unknown) => {
  try {
    const [row] = await db.sql<{ made: object }>(
      `select to_jsonb(private.checked_site_facts($1::jsonb)) - '{lead_id,updated_at}'::text[] as made`,
      [facts],
    );
    return row?.made;
  } catch (error) {
    return JSON.parse((error as Error).message).message;
  }
};
const factsInZod = (facts: unknown) => {
  const result = siteFactsSchema.safeParse(facts);
  return result.success ? result.data : result.error.issues[0]?.message;
};

test('the facts about a site, alone and in any mixture', async () => {
  const alone = Object.entries(FACT_CASES).flatMap(([field, values]) =>
    values.map((value) => ({ [field]: value })),
  );
  const mixed = fc.record(
    Object.fromEntries(
      Object.entries(FACT_CASES).map(([field, values]) => [field, fc.constantFrom(...values)]),
    ),
    { requiredKeys: [] },
  );
  for (const facts of [...alone, ...fc.sample(mixed, 100)])
    expect([facts, await factsInSql(facts)]).toEqual([facts, factsInZod(facts)]);
});

describe('the details of a request', () => {
  const MURALS = Array.from({ length: 7 }, (_, n) => id(`mural ${n}`));
  const [one, two] = MURALS;
  const checked = async (details: unknown) => {
    const [row] = await db.sql<{ row: object }>(
      `select to_jsonb(private.checked_details($1::jsonb)) - 'lead_id'
         || jsonb_build_object('mural_slugs', private.detail_list($1::jsonb -> 'mural_slugs', '^[0-9a-z-]{1,140}$')) as row`,
      [details],
    );
    return row?.row;
  };

  test.each<[object | null, object]>([
    [null, {}],
    [{ later: 1, size_source: 'like' }, {}],
    [
      { width_ft: 7.25, height_ft: 1.45 },
      { width_ft: 7.3, height_ft: 1.5, size_source: 'typed' },
    ],
    [
      { width_ft: 999.96, height_ft: 0.5, size_source: 'like' },
      { width_ft: 1000, height_ft: 0.5, size_source: 'like' },
    ],
    [
      { place: 'inside', surface_unsure: true },
      { place: 'inside', surface_unsure: true },
    ],
    [{ mural_ids: [two, one, two?.toUpperCase()] }, { mural_ids: [two, one] }],
    [{ mural_slugs: ['heron-1', 'cactus', 'heron-1'] }, { mural_slugs: ['heron-1', 'cactus'] }],
  ])('%j are kept', async (details, kept) => {
    const sizes = { width_ft: null, height_ft: null, size_source: null };
    const nothing = { place: null, surface_unsure: false, mural_ids: [], mural_slugs: [] };
    expect(await checked(details)).toEqual({ ...sizes, ...nothing, ...kept });
  });

  test.each<[object, keyof typeof MESSAGES]>([
    [{ width_ft: 20 }, 'feet_invalid'],
    [{ width_ft: 20, height_ft: 0.49 }, 'feet_invalid'],
    [{ width_ft: 1000.1, height_ft: 20 }, 'feet_invalid'],
    [{ width_ft: '20', height_ft: 20 }, 'feet_invalid'],
    [{ size_source: 'photo' }, 'invalid_input'],
    [{ place: 'Outside' }, 'invalid_input'],
    [{ surface_unsure: 'true' }, 'invalid_input'],
    [{ mural_ids: ['no'] }, 'invalid_input'],
    [{ mural_ids: {} }, 'invalid_input'],
    [{ mural_ids: MURALS }, 'liked_murals_too_many'],
    [{ mural_slugs: ['No'] }, 'invalid_input'],
    [{ mural_slugs: 'heron' }, 'invalid_input'],
    [{ mural_slugs: MURALS.map((_, n) => `m${n}`) }, 'liked_murals_too_many'],
  ])('%j are refused: %s', async (details, code) => {
    expect((await refusal(checked(details))).code).toBe(code);
  });
});

const ADDRESSES = [
  '',
  'example.com',
  ' HTTP://Example.com:80/a?b=c#d ',
  'example.com:8080/x',
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://example.com',
  'https://',
  'localhost',
  'http://127.0.0.1/',
  'https://user@example.com',
  'https://example.com/"x',
  'https://example.com/<b>',
  "https://example.com/it's",
  'https://example.com/[x]\\y',
  'https://-a.com',
  'https://a-.com',
  'example.com /x',
  `example.com/${'x'.repeat(280)}`,
  `example.com/${'x'.repeat(281)}`,
];

describe('the artist profile', () => {
  const item = 'x'.repeat(LIMITS.listItemLength);
  const lists = [
    '',
    'a, b ,, c',
    item,
    `${item}x`,
    `${'a,'.repeat(25)}`,
    `${'a,'.repeat(20)}${item}x`,
    ' , ,',
  ];
  const CASES: Record<string, string[]> = {
    name: ['', ' ', ' N ', '\u200b', '\u202eN', 'N\v M', 'n\u0303', ...long(LIMITS.name)],
    email: ['', ' ', 'no', 'a@b.co ', `${'a'.repeat(250)}@bc.de`],
    phone: long(LIMITS.phone),
    city: [' Austin ', ...long(LIMITS.city)],
    state: long(LIMITS.state),
    bio: ['', ...long(LIMITS.bio)],
    years_experience: ['', '0', '100', '101', '7'],
    styles: lists,
    mediums: lists,
    surfaces: lists,
    languages: lists,
    travel_miles: ['', '0', '3000', '3001', '12345678', '-1', '1.5'],
    minimum_price: ['', '0', '1000000', '1000001', 'many'],
    insured: ['true', 'false', ''],
    website: ADDRESSES,
    social_links: [
      '',
      'a.co, http://b.co',
      'a.co '.repeat(6),
      'a.co '.repeat(7),
      'a.co javascript:x',
    ],
  };
  const inSqlProfile = async (draft: typeof NAMED_PROFILE) => {
    const list = (value: string) => value.split(',');
    const years = draft.years_experience === '' ? null : Number(draft.years_experience);
    let answer: unknown;
    await scratch(db, async (tx) => {
      await become(tx, caller('artist'));
      try {
        const lists = {
          styles: list(draft.styles),
          mediums: list(draft.mediums),
          surfaces: list(draft.surfaces),
        };
        const [stored] = await tx.sql<{ fields: object }>(
          'select private.profile_fields(a) as fields from public.artists a where a.id = $1',
          [id('A1')],
        );
        const [row] = await tx.sql<object>(
          `select a.name, a.city, a.state, a.bio, a.years_experience, a.styles, a.mediums, a.surfaces,
             a.languages, a.travel_miles, a.minimum_price, a.insured, a.website, a.social_links
           from jsonb_populate_record(null::public.artists,
             public.save_artist_profile($1, $2::jsonb, $3::jsonb)) a`,
          [
            id('A1'),
            {
              ...draft,
              ...lists,
              years_experience: years,
              languages: list(draft.languages),
              travel_miles: draft.travel_miles || null,
              minimum_price: draft.minimum_price || null,
              insured: draft.insured === 'true',
              social_links: draft.social_links.split(/[\s,]+/),
            },
            stored?.fields,
          ],
        );
        const [contact] = await tx.sql('select * from public.artist_contacts');
        answer = { ...row, contact };
      } catch (error) {
        const { message, details } = JSON.parse((error as Error).message);
        answer = `${details}: ${message}`;
      }
    });
    return answer;
  };
  const inZodProfile = (draft: typeof NAMED_PROFILE) => {
    const result = artistProfileSchema.safeParse(draft);
    if (!result.success) {
      const [first] = violations(result.error, ARTIST_PROFILE_FIELDS);
      return `${first?.field}: ${first?.message}`;
    }
    const { email, phone, ...row } = result.data;
    return { ...row, contact: { artist_id: id('A1'), email, phone } };
  };

  test.each(Object.keys(CASES))(
    '%s at its limits: the same sentence, or the same values',
    async (field) => {
      for (const value of CASES[field] ?? []) {
        const draft = { ...NAMED_PROFILE, [field]: value };
        expect([value, await inSqlProfile(draft)]).toEqual([value, inZodProfile(draft)]);
      }
    },
  );
});

test('what a profile needs before it is published', async () => {
  for (const { profile } of publishCases('https://a.co/wall.jpg', 'https://a.co/me.jpg')) {
    const lacking = missingToPublish(profile)[0];
    await scratch(db, async (tx) => {
      const stored = tx.sql(
        `update public.artists a set name = p.name, city = p.city, styles = p.styles,
           profile_photo = p.profile_photo, portfolio_images = p.portfolio_images
         from jsonb_populate_record(null::public.artists, $2) p where a.id = $1`,
        [id('A1'), profile],
      );
      // No row is without a name.
      if (lacking === 'name') return expect((await refusal(stored)).code).toBe('23514');
      await stored;
      await become(tx, caller('artist'));
      const shown = tx.sql('update public.artists set public_visible = true where id = $1', [
        id('A1'),
      ]);
      if (!lacking) return shown;
      expect((await refusal(shown)).code).toBe(`publish_${lacking}_required`);
    });
  }
});

test('who is public stays so, whatever they remove', () =>
  scratch(db, async (tx) => {
    await tx.sql('update public.artists set public_visible = true where id = $1', [id('A1')]);
    await become(tx, caller('artist'));
    const [row] = await tx.sql(
      `update public.artists set city = null, styles = '{}', public_visible = true where id = $1 returning public_visible`,
      [id('A1')],
    );
    expect(row).toEqual({ public_visible: true });
  }));

test('a request takes an address as it was pasted', async () => {
  const { id: lead } = await submit(db, form({ email: 'Ana Ruiz <mailto:ana.ruiz@example.com>.' }));
  const rows = await db.sql('select email from public.lead_contacts where lead_id = $1', [lead]);
  expect(rows).toEqual([{ email: 'ana.ruiz@example.com' }]);
});

test('an artist and a mural in a ZIP code are in its city', () =>
  scratch(db, async (tx) => {
    const [artist] = await tx.sql(
      `update public.artists set city = 'TX 78130', state = null where id = $1 returning city, state, city_slug`,
      [id('A1')],
    );
    expect(artist).toEqual({ city: 'New Braunfels', state: 'TX', city_slug: 'new-braunfels-tx' });
    const [mural] = await tx.sql(
      `update public.murals set city = '78205-1234', state = 'Texas' where id = $1 returning city, city_slug`,
      [id('M1')],
    );
    expect(mural).toEqual({ city: 'San Antonio', city_slug: 'san-antonio-tx' });
    const [elsewhere] = await tx.sql(
      `update public.murals set city = '10001', state = 'NY' where id = $1 returning city`,
      [id('M1')],
    );
    expect(elsewhere).toEqual({ city: '10001' });
  }));
