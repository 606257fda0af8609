import type { Database } from '../base/database.ts';

/** Columns that hold absolute image URLs: one, a list of them, or an object whose keys they are. */
const COLUMNS = [
  { table: 'artists', column: 'profile_photo', holds: 'one' },
  { table: 'artists', column: 'portfolio_images', holds: 'list' },
  { table: 'artists', column: 'picture_details', holds: 'keys' },
  { table: 'murals', column: 'image_url', holds: 'one' },
  { table: 'murals', column: 'gallery_images', holds: 'list' },
  { table: 'murals', column: 'before_url', holds: 'one' },
  { table: 'murals', column: 'picture_details', holds: 'keys' },
  { table: 'cities', column: 'cover_photo', holds: 'one' },
  { table: 'reviews', column: 'pictures', holds: 'list' },
] as const;

/** The column with the start $1 of its URLs replaced by $2, and where there is one to replace. */
function moved(column: string, holds: (typeof COLUMNS)[number]['holds']) {
  const other = 'case when starts_with(u, $1) then $2 || substr(u, length($1) + 1) else u end';
  const values = {
    one: `$2 || substr(${column}, length($1) + 1)`,
    list: `array(select ${other} from unnest(${column}) with ordinality as x(u, n) order by n)`,
    keys: `(select jsonb_object_agg(${other}, v) from jsonb_each(${column}) as x(u, v))`,
  };
  const where = {
    one: `starts_with(${column}, $1)`,
    list: `exists (select 1 from unnest(${column}) u where starts_with(u, $1))`,
    keys: `exists (select 1 from jsonb_object_keys(${column}) u where starts_with(u, $1))`,
  };
  return { value: values[holds], where: where[holds] };
}

/**
 * Tells the database which origin image URLs must have, and which header carries the caller's address. When the
 * origin is another than last time (another HOST or PORT), the stored URLs move with it.
 */
export async function setMediaOrigin(db: Database, origin: string): Promise<void> {
  const [settings] = await db.sql<{ there: string | null }>(
    "select to_regclass('private.settings')::text as there",
  );
  if (!settings?.there) return;
  await db.transaction(async (tx) => {
    const [before] = await tx.sql<{ value: string }>(
      "select value from private.settings where key = 'media_origin'",
    );
    for (const [key, value] of [
      ['media_origin', origin],
      ['client_ip_header', 'x-client-ip'],
    ]) {
      await tx.sql(
        `insert into private.settings (key, value) values ($1, $2)
         on conflict (key) do update set value = excluded.value where private.settings.value <> excluded.value`,
        [key, value],
      );
    }
    if (!before || before.value === origin) return;
    const [from, to] = [before.value, origin].map((start) => `${start}/storage/v1/object/public/`);
    for (const { table, column, holds } of COLUMNS) {
      const { value, where } = moved(column, holds);
      await tx.sql(`update public.${table} set ${column} = ${value} where ${where}`, [from, to]);
    }
  });
}
