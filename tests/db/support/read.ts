import type { Queryable } from '#embedded/index.ts';

/** The values of the one column that a query asks for. */
export async function valuesIn<T>(
  on: Queryable,
  text: string,
  params: readonly unknown[] = [],
): Promise<T[]> {
  const rows = await on.sql<Record<string, T>>(text, [...params]);
  return rows.flatMap((row) => Object.values(row));
}

/** The one value that a query asks for. */
export const valueIn = async <T>(on: Queryable, text: string, params: readonly unknown[] = []) =>
  (await valuesIn<T>(on, text, params))[0];

/** The kinds of the emails that were written, in their order. */
export const mailKinds = (on: Queryable, where = 'true', params: readonly unknown[] = []) =>
  valuesIn<string>(on, `select kind from private.mails where ${where} order by id`, params);

/** Sets what an operator may set. */
export const setting = (on: Queryable, key: string, value: unknown) =>
  on.sql(
    `insert into private.settings (key, value) values ($1, $2)
     on conflict (key) do update set value = excluded.value`,
    [key, String(value)],
  );

/** As if it were so many days later than it is. */
export const daysLater = (on: Queryable, days: number) =>
  setting(on, 'clock_offset_seconds', Math.round(days * 86_400));
