import { beforeAll, expect, it } from 'vitest';
import { ofFile } from '#tests/support/of-file.ts';
import { harness } from './harness.ts';

const sql = (statement: string) => site.backend.sql(statement);
const page = (slug: string) => site.page(`mural-artists/${slug}.html`);
/** Where a page leads to; null for one that is not there, and its own title for one that leads nowhere. */
const leadsTo = async (slug: string) => {
  const html = await page(slug);
  return html && (/url=([^"]+)"/.exec(html)?.[1] ?? /<title>([^<]+)/.exec(html)?.[1]);
};
const rename = async (to: string) => {
  await sql(`update public.cities set city_name = '${to}'`);
  await site.publisher.flush();
};

const site = ofFile(() => harness());
beforeAll(async () => {
  await sql('delete from public.cities');
  await sql(`insert into public.cities (city_name, state) values ('Łódź am Fluß', 'TX')`);
  await site.publisher.flush();
});

it('has an address in plain letters', async () => {
  expect(await leadsTo('lodz-am-fluss-tx')).toContain('Łódź am Fluß');
});

it('leads on from every address that it had, until another is there', async () => {
  await rename('Þórshöfn');
  expect(await leadsTo('lodz-am-fluss-tx')).toBe('/mural-artists/thorshofn-tx');
  await rename('Ærø, TX');
  for (const slug of ['lodz-am-fluss-tx', 'thorshofn-tx'])
    expect(await leadsTo(slug)).toBe('/mural-artists/aero-tx');

  // An artist who says so has a page there.
  await sql(`insert into public.artists (name, slug, city, state, public_visible)
    values ('Ana', 'ana', 'Thorshofn', 'TX', true)`);
  await site.publisher.flush();
  expect(await leadsTo('thorshofn-tx')).toContain('Thorshofn');
  await sql('update public.artists set public_visible = false');
  await site.publisher.flush();
  expect(await leadsTo('thorshofn-tx')).toBe('/mural-artists/aero-tx');

  // Back again, and round in no circle.
  await rename('Łódź am Fluß');
  expect(await leadsTo('lodz-am-fluss-tx')).toContain('Łódź am Fluß');
  expect(await leadsTo('aero-tx')).toBe('/mural-artists/lodz-am-fluss-tx');
  expect(await sql('select old_slugs from public.cities')).toEqual([
    { old_slugs: ['thorshofn-tx', 'aero-tx'] },
  ]);

  await sql('delete from public.cities');
  await site.publisher.flush();
  for (const slug of ['lodz-am-fluss-tx', 'thorshofn-tx', 'aero-tx'])
    expect(await page(slug)).toBeNull();
});
