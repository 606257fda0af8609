import type { Database } from './database.ts';

/** Columns that hold absolute image URLs. */
const COLUMNS = [
  { table: 'artists', column: 'profile_photo', list: false },
  { table: 'artists', column: 'portfolio_images', list: true },
  { table: 'murals', column: 'image_url', list: false },
  { table: 'murals', column: 'gallery_images', list: true },
  { table: 'cities', column: 'cover_photo', list: false },
  { table: 'reviews', column: 'pictures', list: true },
];

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
    for (const { table, column, list } of COLUMNS) {
      const moved = list
        ? `array(select case when starts_with(u, $1) then $2 || substr(u, length($1) + 1) else u end
                 from unnest(${column}) with ordinality as x(u, n) order by n)`
        : `$2 || substr(${column}, length($1) + 1)`;
      const where = list
        ? `exists (select 1 from unnest(${column}) u where starts_with(u, $1))`
        : `starts_with(${column}, $1)`;
      await tx.sql(`update public.${table} set ${column} = ${moved} where ${where}`, [from, to]);
    }
  });
}
