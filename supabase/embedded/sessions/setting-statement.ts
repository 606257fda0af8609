/**
 * A statement whose settings last as long as the transaction. Their values are parameters: pg_stat_activity shows none.
 * @param columns what it answers besides.
 */
export function settingStatement(
  settings: Record<string, string>,
  columns: readonly string[] = [],
): { text: string; params: string[] } {
  const calls = Object.keys(settings).map((name, i) => `set_config('${name}', $${i + 1}, true)`);
  return { text: `select ${[...columns, ...calls].join(', ')}`, params: Object.values(settings) };
}
