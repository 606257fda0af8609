import type { ListRules, ListSearch } from './list-search.ts';

/**
 * What a person has chosen in the menus of the served page, while the code that answers them was still on its way or
 * could not be had; null for nothing. To be read before React takes the menus over, which resets them.
 */
export function earlyChoices(rules: ListRules): Partial<ListSearch> | null {
  if (typeof document === 'undefined') return null;
  const touched = [...rules.keys, 'sort'].flatMap((name) => {
    const menu = document.querySelector<HTMLSelectElement>(`form.filter-bar [name="${name}"]`);
    const served = [...(menu?.options ?? [])].findIndex((option) => option.defaultSelected);
    return menu && menu.selectedIndex !== Math.max(served, 0) ? [[name, menu.value]] : [];
  });
  return touched.length > 0 ? Object.fromEntries(touched) : null;
}
