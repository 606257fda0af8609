import { paths } from './paths.ts';

/** The product's name and the texts that several pages share. */
export const SITE = {
  name: 'Muro',
  tagline: 'Mural artists of San Antonio and Central Texas',
  region: 'San Antonio, Texas',
} as const;

interface NavLink {
  href: string;
  label: string;
}

/** Navigation bar, in its order (specification, section 2). */
export const NAV_LINKS: readonly NavLink[] = [
  { href: paths.home, label: 'Home' },
  { href: paths.artists, label: 'Artists' },
  { href: paths.murals, label: 'Murals' },
  { href: paths.serviceAreas, label: 'Cities' },
  { href: paths.quote, label: 'Get a Quote' },
  { href: paths.join, label: 'Join as Artist' },
];

/** Footer cities, in its order (section 2). */
export const FOOTER_CITIES: readonly NavLink[] = [
  { href: paths.city('san-antonio-tx'), label: 'San Antonio' },
  { href: paths.city('austin-tx'), label: 'Austin' },
  { href: paths.city('new-braunfels-tx'), label: 'New Braunfels' },
  { href: paths.city('seguin-tx'), label: 'Seguin' },
];

/** Hero figures; static by the specification's section 9. */
export const HERO_STATS = [
  { value: '50+', label: 'Artists' },
  { value: '200+', label: 'Projects' },
  { value: '5★', label: 'Average rating' },
] as const;
