import { expect, it } from 'vitest';
import { ofFile } from '#tests/support/of-file.ts';
import { harness } from '../publish/harness.ts';

/** The feed as readers take it: a description is HTML, and an item is the one of its guid. */

const site = ofFile(() => harness());

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
const plain = (text: string) =>
  text.replace(/&(lt|gt|quot|#39|amp);/g, (_, name) => ENTITIES[name] ?? '');
const part = (item: string, name: string) =>
  plain(new RegExp(`<${name}[^>]*>([^]*?)</${name}>`).exec(item)?.[1] ?? '');

async function items() {
  const scope = { directory: await site.read(), media: site.media };
  const { body } = await site.renderer.render('/rss.xml', scope);
  return String(body).split('<item>').slice(1);
}

const add = async (title: string, values: { made: string; isPublic: boolean; story?: string }) => {
  const [row] = await site.backend.sql<{ id: string }>(
    `insert into public.murals (title, created_at, public_visible, description)
     values ($1, $2, $3, $4) returning id`,
    [title, values.made, values.isPublic, values.story ?? null],
  );
  return row?.id ?? '';
};

it('keeps what people wrote, and items that are renamed', async () => {
  const story = 'Made for <La Casa> with R&D.\nIn two weeks.\n\nA second paragraph.';
  const id = await add('Casa', { made: '2099-01-01T00:00:00Z', isPublic: true, story });
  const before = (await items()).find((item) => item.includes('Casa')) ?? '';
  expect(part(before, 'description')).toBe(
    '<p>Made for &lt;La Casa&gt; with R&amp;D.<br>In two weeks.</p><p>A second paragraph.</p>',
  );
  await site.backend.sql(`update public.murals set title = 'La Casa Azul' where id = $1`, [id]);
  const after = (await items()).find((item) => item.includes('La Casa Azul')) ?? '';
  expect(part(after, 'link')).not.toBe(part(before, 'link'));
  expect(part(after, 'guid')).toBe(part(before, 'guid'));
  expect(after).toContain('<guid isPermaLink="false">');
  expect(part(after, 'guid')).toContain(id);
});

it('begins with what was shown last, not with what was made last', async () => {
  const id = await add('Long a draft', { made: '2020-01-01T00:00:00Z', isPublic: false });
  await add('Shown at once', { made: '2021-01-01T00:00:00Z', isPublic: true });
  await site.backend.sql('update public.murals set public_visible = true where id = $1', [id]);
  const all = await items();
  const place = (title: string) => all.findIndex((item) => part(item, 'title') === title);
  expect(place('Long a draft')).toBeGreaterThanOrEqual(0);
  expect(place('Long a draft')).toBeLessThan(place('Shown at once'));
  expect(Date.parse(part(all[place('Long a draft')] ?? '', 'pubDate'))).toBeGreaterThan(
    Date.now() - 600_000,
  );
  expect(new Date(part(all[place('Shown at once')] ?? '', 'pubDate')).getUTCFullYear()).toBe(2021);
});
