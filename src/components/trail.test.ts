import { expect, it } from 'vitest';
import { breadcrumbList } from './trail.ts';

const absolute = (path: string) => `https://muro.test${path}`;

it('numbers the way to a page from the home page on, which has none itself', () => {
  expect(breadcrumbList([{ href: '/artists', label: 'Artists' }], absolute)).toEqual([
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://muro.test/' },
        { '@type': 'ListItem', position: 2, name: 'Artists', item: 'https://muro.test/artists' },
      ],
    },
  ]);
  expect(breadcrumbList([], absolute)).toEqual([]);
});
