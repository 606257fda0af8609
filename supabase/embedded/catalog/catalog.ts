import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Queryable } from '../options.ts';

/** One thing that migrations make, or that a database has. */
interface CatalogItem {
  kind: string;
  name: string;
  /** Two databases have the same when these are equal. */
  def: string;
  /** Statements that make it so. */
  make: string;
  /** A statement that removes it; null where data would go with it. */
  drop: string | null;
}

const QUERY = readFileSync(new URL('catalog.sql', import.meta.url), 'utf8');

export type Catalog = Map<string, CatalogItem>;

/** What a database has, in the order in which it can be made. */
export async function readCatalog(db: Queryable): Promise<Catalog> {
  const items = await db.sql<CatalogItem>(QUERY);
  return new Map(items.map((item) => [nameOf(item), item]));
}

const nameOf = ({ kind, name }: CatalogItem) => `${kind} ${name}`;

export function hashOf(catalog: Catalog): string {
  const hash = createHash('sha256');
  for (const [name, { def }] of catalog) hash.update(`${name}\0${def}\0`);
  return hash.digest('hex');
}

/** What is not as the migrations make it: missing, other or of none of them. */
export interface Difference {
  what: string;
  how: 'missing' | 'different' | 'unknown';
  /** Puts it right; null where that would lose data, or is the operator's own. */
  repair: string | null;
}

/** Rights beyond those of the migrations are taken away; whatever else is of no migration stays. */
export function differencesOf(actual: Catalog, expected: Catalog): Difference[] {
  const found: Difference[] = [];
  for (const [what, item] of expected) {
    const is = actual.get(what);
    if (is?.def === item.def) continue;
    found.push({ what, how: is ? 'different' : 'missing', repair: item.make });
  }
  for (const [what, { kind, drop }] of actual)
    if (!expected.has(what))
      found.push({ what, how: 'unknown', repair: kind === 'grant' ? drop : null });
  return found;
}
