import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '#node/root.ts';

/** The order of locks (supabase/schemas/0010_defaults.sql). */
const ORDER = [
  'auth.users',
  'public.lead_records',
  'private.request_intake',
  'public.lead_assignments',
  'public.proposals',
  'private.agreements',
  'private.payment_parts',
  'private.sketches',
  'public.murals',
  'private.finished_walls',
  'private.mails',
];

/** Functions that may take them in another order, and why. */
const EXCEPTIONS: Record<string, string> = {};

interface Function {
  name: string;
  body: string;
}

function functionsOf(text: string): Function[] {
  const made = /^create function (\w+\.\w+)\(.*?\bas \$(\w*)\$(.*?)\$\2\$/gms;
  return [...text.matchAll(made)].map(([, name = '', , body = '']) => ({
    name,
    body: body.replace(/--.*$/gm, '').replace(/'[^']*'/g, "''"),
  }));
}

/** What waits: rows that are locked, changed or removed, and functions that may do so. `skip locked` does not. */
const STEP =
  /\b(?:update|delete from|insert into(?=[^;]*\bdo update\b))\s+(?<written>\w+\.\w+)|\bfrom\s+(?<read>\w+\.\w+)(?<rest>[^;]*?)\bfor\s+(?<kind>no key update|update|key share|share)\b(?!\s+(?:of \w+(?:, \w+)* )?skip locked)|\b(?<called>private\.\w+)\s*\(/g;

/** The tables of the order that a function takes, each once, as it comes to them. */
function taken(
  { name, body }: Function,
  all: Map<string, Function>,
  above: string[] = [],
): string[] {
  const tables: string[] = [];
  for (const statement of body.split(/;|\bloop\b|\bthen\b/))
    for (const { groups } of statement.matchAll(STEP)) {
      const called = groups?.called && !above.includes(groups.called) && all.get(groups.called);
      if (called && groups?.called !== name) tables.push(...taken(called, all, [...above, name]));
      const table = groups?.written ?? groups?.read;
      if (table && ORDER.includes(table)) tables.push(table);
    }
  return [...new Set(tables)];
}

function faults(functions: readonly Function[]): string[] {
  const all = new Map(functions.map((one) => [one.name, one]));
  const found: string[] = [];
  for (const one of functions) {
    const tables = taken(one, all);
    const places = tables.map((table) => ORDER.indexOf(table));
    if (places.some((place, at) => at > 0 && place < (places[at - 1] ?? 0)))
      found.push(`${one.name} takes ${tables.join(', ')}`);
    for (const statement of one.body.split(';'))
      for (const { groups } of statement.matchAll(STEP)) {
        const table = groups?.read ?? '';
        if (!ORDER.includes(table)) continue;
        if (/\bin \(|= any \(/.test(groups?.rest ?? '') && !/\border by\b/.test(groups?.rest ?? ''))
          found.push(`${one.name} locks several of ${table} without an order`);
        if (groups?.kind === 'update' && !one.body.includes(`delete from ${table}`))
          found.push(`${one.name} locks ${table} for update, and removes none`);
      }
  }
  return found;
}

const FOLDER = path.join(ROOT, 'supabase/schemas');
const schema = functionsOf(
  readdirSync(FOLDER)
    .sort()
    .map((file) => readFileSync(path.join(FOLDER, file), 'utf8'))
    .join('\n'),
);

test('every function takes its locks in the written order', () => {
  expect(schema.length).toBeGreaterThan(600);
  const found = faults(schema);
  const excused = (line: string) => (line.split(' ')[0] ?? '') in EXCEPTIONS;
  expect(found.filter((line) => !excused(line))).toEqual([]);
  // An exception that nothing needs goes.
  for (const name of Object.keys(EXCEPTIONS)) expect(found.join('\n')).toContain(`${name} `);
});

test('what takes them against it is found', () => {
  const made = (name: string, body: string) =>
    `create function private.${name}() returns void\n  language plpgsql as $$\nbegin\n${body}\nend\n$$;\n`;
  const found = (...text: string[]) => faults(functionsOf(text.join('')));
  const lock = (kind: string, where = 'l.id = 1') =>
    `perform from public.lead_records l where ${where} for ${kind};`;
  expect(found(made('fine', `${lock('no key update')} delete from private.mails m;`))).toEqual([]);
  expect(found(made('late', `delete from private.mails m; ${lock('no key update')}`))).toHaveLength(
    1,
  );
  expect(
    found(
      made('inner', lock('no key update')),
      made('outer', 'delete from private.mails m; perform private.inner();'),
    ),
  ).toEqual(['private.outer takes private.mails, public.lead_records']);
  expect(
    found(made('passes', `delete from private.mails m; ${lock('key share skip locked')}`)),
  ).toEqual([]);
  expect(found(made('several', lock('no key update', 'l.id in (1, 2)')))).toHaveLength(1);
  expect(found(made('strong', lock('update')))).toHaveLength(1);
});
