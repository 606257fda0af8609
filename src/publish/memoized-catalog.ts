import type { Catalog } from '#site/catalog.ts';

/**
 * A catalog that asks the same thing once. For pages that are rendered after a change was read and before the next
 * is: whatever changes meanwhile has a row in the outbox of its own, and is rendered again with a new one of these.
 */
export function memoizedCatalog(catalog: Catalog): Catalog {
  const answers = new Map<string, unknown>();
  return new Proxy(catalog, {
    get(target, name: keyof Catalog & string) {
      const read = target[name] as (...args: unknown[]) => unknown;
      return (...args: unknown[]) => {
        const key = JSON.stringify([name, ...args]);
        if (!answers.has(key)) answers.set(key, read.apply(target, args));
        return answers.get(key);
      };
    },
  });
}
