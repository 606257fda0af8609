/** What is offered beside the styles that have a name; nobody looks for it, so it is not shown as one. */
const NO_STYLE = 'other';

export function isNamedStyle(style: string): boolean {
  return style.trim().toLowerCase() !== NO_STYLE;
}

/** Styles as pages show them. */
export function namedOnly(styles: readonly string[]): string[] {
  return styles.filter(isNamedStyle);
}
