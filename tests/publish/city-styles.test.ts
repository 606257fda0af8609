import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LinkPreview } from '#site/media.ts';
import { type Harness, harness, picturesOfAnything } from './harness.ts';

const drawn = new Set<string>();
const nameOf = ({ title, line, url }: LinkPreview) =>
  `${title} | ${line} | ${url.split('/').at(-1)}`;
let site: Harness;

beforeAll(async () => {
  const media = picturesOfAnything();
  site = await harness({
    media: {
      ...media,
      preview: (preview) => (preview && drawn.has(nameOf(preview)) ? '/media/0-og.jpg' : null),
      draw: async (preview) => drawn.size < drawn.add(nameOf(preview)).size,
    },
  });
  await artist('ana', 'Nature', 'Lettering');
  await artist('luz', 'nature');
  await artist('sol', 'Nature');
  await site.buildAll();
}, 180_000);
afterAll(() => site?.close());

const artist = (slug: string, ...styles: string[]) =>
  site.backend.sql(
    `insert into public.artists (name, slug, city, state, styles, portfolio_images, public_visible)
     values (initcap($1), $1, 'Austin', 'TX', $2, array['http://127.0.0.1:4321/storage/v1/object/public/portfolio-images/x/' || $1 || '.jpg'], true)`,
    [slug, styles],
  );

async function page(style: string) {
  const html = (await site.page(`mural-artists/austin-tx/${style}.html`)) ?? '';
  return {
    robots: /<meta name="robots" content="([^"]*)"/.exec(html)?.[1] ?? null,
    image: /<meta property="og:image" content="([^"]*)"/
      .exec(html)?.[1]
      ?.replace(/^https?:\/\/[^/]+/, ''),
    wide: /<meta property="og:image:width" content="1200"/.test(html),
  };
}
const listed = async () =>
  [
    ...((await site.page('sitemap.xml')) ?? '').matchAll(
      /<loc>[^<]*\/mural-artists\/austin-tx\/([^<]*)</g,
    ),
  ].map(([, style]) => style);
const settle = async () => {
  await site.publisher.flush();
  await site.publisher.refreshListings();
};

describe('the page of a style in a city', () => {
  it('is for search engines from three artists on; below, they follow its links and leave it out', async () => {
    expect(await page('nature')).toMatchObject({ robots: null });
    expect(await page('lettering')).toMatchObject({ robots: 'noindex, follow' });
    expect(await listed()).toEqual(['nature']);
  });

  it('gets a drawn preview if it is, off the way of publishing', async () => {
    expect((await page('nature')).wide).toBe(false);
    await site.publisher.queueMissingPreviews();
    await expect
      .poll(() => page('nature'))
      .toEqual({ robots: null, image: '/media/0-og.jpg', wide: true });
    expect([...drawn].filter((name) => name.includes('Muralists'))).toEqual([
      expect.stringMatching(/^Nature Muralists \| Austin, TX \| \w+\.jpg$/),
    ]);
  });

  it('changes sides with the number of its artists, and so does the sitemap', async () => {
    await site.backend.sql(`update public.artists set styles = '{Lettering}' where slug = 'sol'`);
    await settle();
    expect((await page('nature')).robots).toBe('noindex, follow');
    expect(await listed()).toEqual([]);
    await artist('paz', 'lettering');
    await settle();
    expect((await page('lettering')).robots).toBeNull();
    expect(await listed()).toEqual(['lettering']);
    await expect.poll(async () => (await page('lettering')).wide).toBe(true);
    await site.backend.sql(`update public.artists set public_visible = false where slug = 'paz'`);
    await settle();
    expect((await page('lettering')).robots).toBe('noindex, follow');
    expect(await listed()).toEqual([]);
  });
});
