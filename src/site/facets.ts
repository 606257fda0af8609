import { ARTIST_LISTS, type FilterKey } from '#features/directory/search/artist-search.ts';
import type { FilterValue } from '#features/directory/search/filters.ts';
import { filterValue, type ListRules } from '#features/directory/search/list-search.ts';
import { MURAL_LISTS, type MuralFilterKey } from '#features/directory/search/mural-search.ts';
import { slugify } from '#lib/slug.ts';
import { addCount, type NestedCounts } from './directory/nested-counts.ts';

/** A value that lists are filtered by, as most artists spell it, and how many rows have it. */
export interface Facet extends FilterValue {
  rows: number;
}

const collator = new Intl.Collator('en');

/** Counts what the rows of a list can be filtered by as they come and go. */
export class FacetCounts<Row, Key extends string> {
  readonly #rules: ListRules<Row, Key>;
  /** How many rows spell a value so, by filter, value and label. */
  readonly #counts: Record<Key, NestedCounts>;
  /** By label; made when first asked for. */
  readonly #lists = new Map<Key, readonly Facet[]>();
  #labels: { of: readonly Facet[]; bySlug: ReadonlyMap<string, string> } | null = null;

  constructor(rules: ListRules<Row, Key>) {
    this.#rules = rules;
    this.#counts = rules.each((): NestedCounts => new Map());
  }

  fill(rows: readonly Row[]): void {
    for (const row of rows) this.add(row);
  }

  add(row: Row): void {
    this.#count(row, 1);
  }

  remove(row: Row): void {
    this.#count(row, -1);
  }

  /** By label. Values that differ in case only are one, under the spelling of most artists. */
  list(key: Key): readonly Facet[] {
    const known = this.#lists.get(key);
    if (known) return known;
    const counts = this.#counts[key];
    const same = Map.groupBy(counts, ([value]) => filterValue(value));
    const list = Array.from(same.values(), (spellings): Facet => {
      const rows = new Map(spellings.map(([value, labels]) => [value, sum(labels)]));
      const value = mostUsed(rows);
      return { value, label: mostUsed(counts.get(value)), rows: sum(rows) };
    });
    list.sort((a, b) => collator.compare(a.label, b.label) || (a.value < b.value ? -1 : 1));
    this.#lists.set(key, list);
    return list;
  }

  /** The labels that most rows name, by label. */
  popular(key: Key, most: number): string[] {
    const { isHidden = () => false } = this.#rules.filterOf(key);
    const all = this.list(key).filter((facet) => !isHidden(facet));
    const order = (a: Facet, b: Facet) => b.rows - a.rows || (a.value < b.value ? -1 : 1);
    const popular = new Set(all.toSorted(order).slice(0, most));
    return all.filter((facet) => popular.has(facet)).map((facet) => facet.label);
  }

  /** What each style is called, by its address; of several with one address, the first. */
  styleLabels(): ReadonlyMap<string, string> {
    const styles = this.list('style' as Key);
    if (this.#labels?.of !== styles) {
      const entries = styles.toReversed().map(({ label }) => [slugify(label), label] as const);
      this.#labels = { of: styles, bySlug: new Map(entries) };
    }
    return this.#labels.bySlug;
  }

  /** How most of a city's rows spell it; undefined where there are none. */
  cityName(slug: string): string | undefined {
    const labels = this.#counts['city' as Key].get(slug);
    return labels && mostUsed(labels);
  }

  #count(row: Row, by: 1 | -1): void {
    for (const key of this.#rules.keys) {
      const values = this.#rules.filterOf(key).valuesOf(row);
      const distinct = new Map(values.map(({ value, label }) => [value, label]));
      for (const [value, label] of distinct) addCount(this.#counts[key], value, label, by);
      if (values.length > 0) this.#lists.delete(key);
    }
  }
}

/** What the filters of a list offer, by filter. */
type Menus<Key extends string> = { [key in Key]?: FilterValue[] };

/** What the filters of lists of artists offer; those of cities have no menu of places. */
export function filterMenus(
  directory: { facets(key: FilterKey): readonly Facet[] },
  { inCity = false } = {},
): Menus<FilterKey> {
  const offered = ARTIST_LISTS.keys.filter(
    (key) => !(inCity && ARTIST_LISTS.filterOf(key).isPlace),
  );
  return menusOf(ARTIST_LISTS, offered, (key) => directory.facets(key));
}

/** What the filters of the list of murals offer. */
export function muralMenus(directory: {
  muralFacets(key: MuralFilterKey): readonly Facet[];
}): Menus<MuralFilterKey> {
  return menusOf(MURAL_LISTS, MURAL_LISTS.keys, (key) => directory.muralFacets(key));
}

function menusOf<Row, Key extends string>(
  rules: ListRules<Row, Key>,
  keys: readonly Key[],
  facetsOf: (key: Key) => readonly Facet[],
): Menus<Key> {
  const menus = keys.map((key) => {
    const { menuLabel = ({ label }: FilterValue) => label, isHidden = () => false } =
      rules.filterOf(key);
    const facets = facetsOf(key).filter((facet) => !isHidden(facet));
    return [key, facets.map((facet) => ({ value: facet.value, label: menuLabel(facet) }))];
  });
  return Object.fromEntries(menus);
}

const sum = (counts: ReadonlyMap<string, number>) =>
  counts.values().reduce((total, count) => total + count, 0);

/** Of equally many, the first by code units, whatever order they came in. */
function mostUsed(counts: ReadonlyMap<string, number> = new Map()): string {
  const [[label] = ['']] = [...counts].sort(
    ([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1),
  );
  return label;
}
