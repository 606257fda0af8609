import type { ListedArtist } from '#domain/artist.ts';
import { capitalised } from '#domain/place.ts';
import { slugify } from '#domain/slug.ts';
import { addCount, type NestedCounts } from './nested-counts.ts';

/** What lists are filtered by, and how many public artists name it. */
export interface Facet {
  kind: FacetKind;
  /** A style or medium as it is spelled, or the city's slug. */
  value: string;
  label: string;
  /** Of a city: its abbreviation. */
  state: string | null;
  artists: number;
}
export type FacetKind = 'style' | 'medium' | 'city';

type Counted = Pick<ListedArtist, 'styles' | 'mediums' | 'city' | 'city_slug'>;

const collator = new Intl.Collator('en');

/** Counts the styles, mediums and cities of artists as they come and go. */
export class FacetCounts {
  /** How many artists spell a value so, by kind, value and label. */
  readonly #counts: Record<FacetKind, NestedCounts> = {
    style: new Map(),
    medium: new Map(),
    city: new Map(),
  };
  /** By label; made when somebody asks. */
  readonly #lists = new Map<FacetKind, readonly Facet[]>();
  #labels: { of: readonly Facet[]; bySlug: ReadonlyMap<string, string> } | null = null;

  constructor(artists: Iterable<Counted>) {
    for (const artist of artists) this.add(artist);
  }

  add(artist: Counted): void {
    this.#count(artist, 1);
  }

  remove(artist: Counted): void {
    this.#count(artist, -1);
  }

  /** By label. Styles and mediums that differ in case only are one, under the spelling of most artists. */
  list(kind: FacetKind): readonly Facet[] {
    const known = this.#lists.get(kind);
    if (known) return known;
    const list = kind === 'city' ? this.#cities() : this.#merged(kind);
    list.sort((a, b) => collator.compare(a.label, b.label) || (a.value < b.value ? -1 : 1));
    this.#lists.set(kind, list);
    return list;
  }

  /** The labels that most artists name, by label. */
  popular(kind: FacetKind, most: number): string[] {
    const all = this.list(kind);
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
    return labels && capitalised(mostUsed(labels));
  }

  #count(artist: Counted, by: 1 | -1): void {
    for (const style of new Set(artist.styles)) this.#move('style', style, style, by);
    for (const medium of new Set(artist.mediums)) this.#move('medium', medium, medium, by);
    if (artist.city_slug) this.#move('city', artist.city_slug, artist.city ?? '', by);
  }

  #move(kind: FacetKind, value: string, label: string, by: 1 | -1): void {
    this.#lists.delete(kind);
    addCount(this.#counts[kind], value, label, by);
  }

  #cities(): Facet[] {
    return [...this.#counts.city].map(([value, labels]) => ({
      kind: 'city',
      value,
      label: capitalised(mostUsed(labels)),
      state: value.slice(-2).toUpperCase(),
      artists: sum(labels),
    }));
  }

  #merged(kind: FacetKind): Facet[] {
    const spellings = Map.groupBy(this.#counts[kind], ([value]) => value.toLowerCase());
    return [...spellings.values()].map((same) => {
      const counts = new Map(same.map(([value, labels]) => [value, sum(labels)]));
      const value = mostUsed(counts);
      return { kind, value, label: value, state: null, artists: sum(counts) };
    });
  }
}

const sum = (counts: ReadonlyMap<string, number>) =>
  counts.values().reduce((total, count) => total + count, 0);

/** Of equally many, the first by code units, whatever order they came in. */
function mostUsed(counts: ReadonlyMap<string, number>): string {
  const [[label] = ['']] = [...counts].sort(
    ([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1),
  );
  return label;
}
