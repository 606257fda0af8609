import type { ListedArtist } from '#domain/artist.ts';
import {
  eachFilter,
  FILTER_KEYS,
  type FilterKey,
  filterOf,
  filterValue,
} from '#domain/artist-search.ts';
import type { FilterValue } from '#domain/filters.ts';
import { slugify } from '#domain/slug.ts';
import { addCount, type NestedCounts } from './nested-counts.ts';

/** A value that lists are filtered by, as most artists spell it, and how many have it. */
export interface Facet extends FilterValue {
  artists: number;
}

const collator = new Intl.Collator('en');

/** Counts what artists can be filtered by as they come and go. */
export class FacetCounts {
  /** How many artists spell a value so, by filter, value and label. */
  readonly #counts = eachFilter((): NestedCounts => new Map());
  /** By label; made when somebody asks. */
  readonly #lists = new Map<FilterKey, readonly Facet[]>();
  #labels: { of: readonly Facet[]; bySlug: ReadonlyMap<string, string> } | null = null;

  constructor(artists: Iterable<ListedArtist>) {
    for (const artist of artists) this.add(artist);
  }

  add(artist: ListedArtist): void {
    this.#count(artist, 1);
  }

  remove(artist: ListedArtist): void {
    this.#count(artist, -1);
  }

  /** By label. Values that differ in case only are one, under the spelling of most artists. */
  list(key: FilterKey): readonly Facet[] {
    const known = this.#lists.get(key);
    if (known) return known;
    const counts = this.#counts[key];
    const same = Map.groupBy(counts, ([value]) => filterValue(value));
    const list = Array.from(same.values(), (spellings): Facet => {
      const artists = new Map(spellings.map(([value, labels]) => [value, sum(labels)]));
      const value = mostUsed(artists);
      return { value, label: mostUsed(counts.get(value)), artists: sum(artists) };
    });
    list.sort((a, b) => collator.compare(a.label, b.label) || (a.value < b.value ? -1 : 1));
    this.#lists.set(key, list);
    return list;
  }

  /** The labels that most artists name, by label. */
  popular(key: FilterKey, most: number): string[] {
    const all = this.list(key);
    const order = (a: Facet, b: Facet) => b.artists - a.artists || (a.value < b.value ? -1 : 1);
    const popular = new Set(all.toSorted(order).slice(0, most));
    return all.filter((facet) => popular.has(facet)).map((facet) => facet.label);
  }

  /** What each style is called, by its address; of several with one address, the first. */
  styleLabels(): ReadonlyMap<string, string> {
    const styles = this.list('style');
    if (this.#labels?.of !== styles) {
      const entries = styles.toReversed().map(({ label }) => [slugify(label), label] as const);
      this.#labels = { of: styles, bySlug: new Map(entries) };
    }
    return this.#labels.bySlug;
  }

  /** How most of a city's artists spell it; undefined where there are none. */
  cityName(slug: string): string | undefined {
    const labels = this.#counts.city.get(slug);
    return labels && mostUsed(labels);
  }

  #count(artist: ListedArtist, by: 1 | -1): void {
    for (const key of FILTER_KEYS) {
      const values = filterOf(key).valuesOf(artist);
      const distinct = new Map(values.map(({ value, label }) => [value, label]));
      for (const [value, label] of distinct) addCount(this.#counts[key], value, label, by);
      if (values.length > 0) this.#lists.delete(key);
    }
  }
}

/** What the filters of a list offer; the lists of cities have no menu of places. */
export function filterMenus(
  directory: { facets(key: FilterKey): readonly Facet[] },
  { inCity = false } = {},
): { [key in FilterKey]?: FilterValue[] } {
  const offered = FILTER_KEYS.filter((key) => !(inCity && filterOf(key).isPlace));
  const menus = offered.map((key) => {
    const { menuLabel = ({ label }: FilterValue) => label } = filterOf(key);
    const facets = directory.facets(key);
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
