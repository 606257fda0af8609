import { seedDemo } from './demo.ts';
import { seedScale } from './scale.ts';
import type { SeedTarget } from './target.ts';

export type { SeedTarget } from './target.ts';
export type Seed = 'demo' | 'none' | `scale:${number}`;

/**
 * Fills an empty, migrated database. `demo` is the directory that a first start shows, `scale:N` makes N synthetic
 * artists for measurements, `none` leaves it empty. Runs once; throws on anything the database refuses.
 */
export async function seed(kind: Seed, target: SeedTarget): Promise<void> {
  if (kind === 'none') return;
  if (kind === 'demo') await seedDemo(target);
  else await seedScale(target, scaleOf(kind));
  await relaxLimits(target);
  // What is counted as a transaction ends is a change too.
  await target.sql('set constraints all immediate');
  // The first build reads everything: what was seeded is not news for the publisher.
  await target.sql('delete from private.site_changes');
}

function scaleOf(kind: string): number {
  const count = Number(/^scale:(\d{1,6})$/.exec(kind)?.[1] ?? Number.NaN);
  if (!(count >= 1))
    throw new Error(`SEED must be demo, none or scale:N with N from 1 to 999999, not "${kind}"`);
  return count;
}

/** Everybody who tries the product shares one address, so the limits of a demo are wider. */
async function relaxLimits(target: SeedTarget): Promise<void> {
  await target.sql(
    `insert into private.settings (key, value) values ('lead_ip_limit', '300'), ('lead_user_limit', '60')
     on conflict (key) do update set value = excluded.value`,
  );
}
