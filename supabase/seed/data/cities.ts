import type { CitySeed } from './types.ts';

export const CITIES: readonly CitySeed[] = [
  {
    name: 'San Antonio',
    state: 'TX',
    cover: 'blue-hour-downtown',
    featured: true,
    description:
      'Three hundred years of wall painting, from the missions’ frescoes to the West Side’s great community murals. Find artists for brick, stucco and concrete from Southtown to the Pearl.',
  },
  {
    name: 'Austin',
    state: 'TX',
    cover: 'line-of-sight',
    featured: true,
    description:
      'Music venues, food courts and tech lobbies: Austin’s muralists are at home with bold color, big type and a tight schedule.',
  },
  {
    name: 'New Braunfels',
    state: 'TX',
    cover: 'greetings-from-new-braunfels',
    featured: true,
    description:
      'Two rivers, one dance hall and a downtown full of good brick. Lettering and landscapes are the local specialities.',
  },
  {
    name: 'Seguin',
    state: 'TX',
    cover: 'the-good-neighbor',
    featured: true,
    description:
      'Pecan country and a courthouse square with a mural program of its own. Portraits, porches and mosaic.',
  },
  {
    name: 'San Marcos',
    state: 'TX',
    cover: 'waystation-no-12',
    featured: false,
    description:
      'A university town on a spring-fed river. Young lettering artists and some of the best nature walls in Hays County.',
  },
  {
    name: 'Boerne',
    state: 'TX',
    cover: 'seven-in-the-evening',
    featured: false,
    description:
      'Hill Country light, limestone and wineries. Artists here work in layers, and after dark.',
  },
  {
    name: 'Schertz',
    state: 'TX',
    cover: 'hallelujah',
    featured: false,
    description:
      'Between two cities and near one runway: churches, barbershops and recreation centers with generous walls.',
  },
  {
    name: 'Kerrville',
    state: 'TX',
    cover: 'last-week-of-march',
    featured: false,
    description:
      'Wildflowers, rodeos and the upper Guadalupe. Ask for animals; you will get large ones.',
  },
  {
    name: 'Fredericksburg',
    state: 'TX',
    cover: null,
    featured: false,
    description:
      'Orchards and main-street storefronts. No resident muralist yet, but our Hill Country artists travel.',
  },
];
