import { COMPARED_ARTISTS } from '#lib/limits.ts';

/** No slug of the product is longer; what is longer names nobody. */
const LONGEST_SLUG = 200;

export interface Compared {
  /** In the order in which they were named, each once, at most four. */
  slugs: string[];
  /** More were named than stand side by side. */
  cut: boolean;
}

/** Who is named by an address's list, 'ana-luz,ben-ray'; what cannot be a slug is left out. */
export function readCompared(list: string | null): Compared {
  const named = new Set(
    (list ?? '')
      .split(',')
      .map((slug) => slug.trim().toLowerCase())
      .filter((slug) => slug && slug.length <= LONGEST_SLUG),
  );
  return {
    slugs: [...named].slice(0, COMPARED_ARTISTS),
    cut: named.size > COMPARED_ARTISTS,
  };
}

/** 'Ana', 'Ana and Ben', 'Ana, Ben and Cleo'. */
export function namesInLine(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
