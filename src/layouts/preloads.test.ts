import { describe, expect, it } from 'vitest';
import { withPreloads } from './preloads.ts';

const picture = (name: string, more = '') =>
  `<picture><source type="image/avif" srcset="/${name}-320.avif 320w, /${name}-640.avif 640w" sizes="92vw"><img src="/${name}.jpg"${more}></picture>`;
const page = (head: string, body: string) =>
  `<head><title>T</title>${head}<link rel="stylesheet" href="/a.css"></head><body>${body}</body>`;
const first = ' fetchpriority="high"';

describe('the pictures named in the head', () => {
  it('are those that are loaded first, in the choices of their own', () => {
    const body = picture('wall', first) + picture('later', ' loading="lazy"');
    const link =
      '<link rel="preload" as="image" type="image/avif" imagesrcset="/wall-320.avif 320w, /wall-640.avif 640w" imagesizes="92vw" fetchpriority="high">';
    expect(withPreloads(page('', body))).toBe(page(link, body));
  });

  it('are both of a card with two', () => {
    const html = withPreloads(page('', picture('one', first) + picture('two', first)));
    expect(html.match(/rel="preload"/g)).toHaveLength(2);
  });

  it('are none where no picture is first, or where it has no AVIF', () => {
    const plain = page('', '<picture><img src="/a.jpg" fetchpriority="high"></picture>');
    for (const html of [page('', picture('wall')), plain]) expect(withPreloads(html)).toBe(html);
  });
});

it('the font of the signs is named in the head of a page that has one of them', () => {
  const starred = withPreloads(page('', '<p>★ 4.9</p>'));
  expect(starred).toMatch(/<link rel="preload" href="[^"]*signs[^"]*\.woff2" as="font"[^>]*><link/);
  expect(withPreloads(page('', '<p>4.9</p>'))).not.toContain('signs');
});
