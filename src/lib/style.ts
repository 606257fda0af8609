/** What is offered beside the styles that have a name; nobody looks for it, so it is not shown as one. */
const NO_STYLE = 'other';

export function isNamedStyle(style: string): boolean {
  return style.trim().toLowerCase() !== NO_STYLE;
}

/** Of the styles of many, those that most of them have, each as it is written first. */
export function commonStyles(lists: readonly (readonly string[])[], count: number): string[] {
  const known = new Map<string, { style: string; times: number }>();
  for (const style of lists.flatMap(namedOnly)) {
    const entry = known.get(style.toLowerCase()) ?? { style, times: 0 };
    known.set(style.toLowerCase(), { ...entry, times: entry.times + 1 });
  }
  const sorted = [...known.values()].sort((a, b) => b.times - a.times);
  return sorted.slice(0, count).map(({ style }) => style);
}

/** Styles as pages show them. */
export function namedOnly(styles: readonly string[]): string[] {
  return styles.filter(isNamedStyle);
}
