import { dirname } from 'node:path';
import { importsOf, resolveImport, type Target } from './imports.ts';

interface Room {
  /** Rooms it may import from, its own aside. */
  rooms?: readonly string[];
  /** Kinds of files of features that it may import. */
  kinds?: readonly Kind[];
  /** Rooms and kinds of which it may import types only. */
  types?: readonly string[];
  /** npm packages; `true` for any. */
  packages?: readonly string[] | true;
  /** Whether it may use Node's own modules. */
  node?: true;
}

/** In this order: each may import those before it. */
const FEATURES = [
  'pictures',
  'wall-preview',
  'notifications',
  'accounts',
  'map',
  'permits',
  'cities',
  'artists',
  'diary',
  'murals',
  'papers',
  'profile',
  'estimates',
  'site-facts',
  'directory',
  'agreements',
  'payments',
  'kept-copies',
  'sketches',
  'jobs',
  'requests',
  'leads',
  'claims',
  'reports',
  'newsletter',
  'publishing',
] as const;

/**
 * Folders whose folders stand in an order: a file imports from its own and from those before it. Files beside the folders
 * come last.
 */
const FLOORS: Readonly<Record<string, readonly string[]>> = {
  'supabase/embedded': [
    'base',
    'native',
    'sessions',
    'database',
    'files',
    'mail',
    'passwords',
    'gateway',
    'backup',
    'process',
  ],
  'supabase/embedded/gateway': ['call', 'rest', 'auth', 'storage'],
};

/** What the end of a file's name says in a feature; the first that fits. */
const KINDS = [
  ['api', /\.api\.ts$/],
  ['worker', /\.worker\.ts$/],
  ['mail', /\.mail\.ts$/],
  ['script', /\.script\.ts$/],
  ['store', /(\.store\.ts|\/use-[^/]+\.tsx?)$/],
  ['view', /\.tsx$/],
  ['page', /\.astro$/],
  ['rules', /\.ts$/],
] as const;
type Kind = (typeof KINDS)[number][0];

const STATE = ['nanostores', '@nanostores/react', 'react', 'react-dom'] as const;
const VIEWS = ['rules', 'api', 'store', 'script', 'view'] as const;
const PAGES = ['rules', 'store', 'script', 'view', 'page'] as const;
const BASE = ['src/lib', 'src/config', 'src/config/language.ts'] as const;
const ANYTHING: Room = {
  rooms: ['*'],
  kinds: KINDS.map(([kind]) => kind),
  packages: true,
  node: true,
};

/**
 * Who may import whom. A room or package that is not named here is refused, and so is a folder
 * without a row. Order of the rows is the order of the layers.
 */
export const ROOMS: Record<string, Room> = {
  // Tools of processes that know nothing of this product: files, queues, locks, children, a log, a mail server, a bucket.
  'src/node': { packages: ['aws4fetch', 'nodemailer', 'pino'], node: true },
  // The only door to zod: it has to be told before its first schema that pages forbid `new Function`.
  'src/lib/zod.ts': { packages: ['zod'] },
  'src/config/language.ts': {},
  'src/lib': { rooms: ['src/lib/zod.ts', 'src/config/language.ts'] },
  'src/config': { rooms: ['src/lib', 'src/config/language.ts'] },
  // Runs where pages are bundled: a source in, the same in another language out.
  'src/translation': {
    rooms: ['src/config/language.ts'],
    packages: ['@astrojs/compiler-binding', 'vite'],
    node: true,
  },
  // The settings of a process: closed to everything that runs in a browser, because no such row names it.
  'src/config/process': { rooms: [...BASE, 'src/node'], node: true },
  'src/data': {
    rooms: [...BASE, 'src/lib/zod.ts'],
    packages: ['@supabase/postgrest-js', '@supabase/supabase-js'],
  },
  // The clients of builds and of programs with the secret key: no row of a browser names them.
  'src/data/process': {
    rooms: [...BASE, 'src/data', 'src/lib/zod.ts'],
    packages: ['@supabase/supabase-js'],
  },
  'src/browser': { rooms: BASE, packages: STATE },
  // Primitives know the product's words and URLs, but neither data nor features.
  'src/ui': { rooms: [...BASE, 'src/browser'], packages: ['react', 'react-dom', 'sonner'] },
  // Beside a page, in a process of its own.
  worker: { packages: ['libheif-js'] },
  // Pure, also where it names types of what is not.
  rules: {
    rooms: [...BASE, 'src/lib/zod.ts'],
    kinds: ['rules', 'worker'],
    types: ['src/ui', 'src/data', 'api', 'store'],
    packages: ['papaparse', 'stemmer'],
  },
  api: {
    rooms: [...BASE, 'src/lib/zod.ts', 'src/data'],
    kinds: ['rules', 'api'],
    packages: ['@supabase/supabase-js'],
  },
  store: {
    rooms: [...BASE, 'src/data', 'src/browser', 'src/ui'],
    kinds: ['rules', 'api', 'store'],
    // Archives, for who takes everything along.
    packages: [...STATE, 'fflate'],
  },
  script: { rooms: [...BASE, 'src/browser', 'src/ui'], kinds: ['rules', 'store', 'script'] },
  view: {
    rooms: [...BASE, 'src/data', 'src/browser', 'src/ui'],
    kinds: VIEWS,
    packages: STATE,
  },
  page: { rooms: [...BASE, 'src/ui'], kinds: PAGES, types: ['src/site'] },
  // Where features meet.
  'src/dashboards': {
    rooms: [...BASE, 'src/lib/zod.ts', 'src/data', 'src/browser', 'src/ui'],
    kinds: VIEWS,
    packages: STATE,
  },
  'src/islands': {
    rooms: [...BASE, 'src/data', 'src/browser', 'src/ui', 'src/dashboards'],
    kinds: VIEWS,
    packages: STATE,
  },
  'src/site': {
    rooms: [...BASE, 'src/lib/zod.ts', 'src/data', 'src/data/process'],
    kinds: ['rules'],
    node: true,
  },
  // Pure: the server answers by it.
  'src/site/served.ts': { rooms: BASE, kinds: ['rules'] },
  'src/components': {
    rooms: [...BASE, 'src/ui', 'src/browser', 'src/islands', 'src/dashboards'],
    kinds: PAGES,
    types: ['src/site'],
  },
  'src/layouts': {
    rooms: [...BASE, 'src/ui', 'src/islands', 'src/components'],
    kinds: PAGES,
    types: ['src/site'],
    packages: ['astro'],
    // Rendered while building only: the document hashes its inline script for the content security policy.
    node: true,
  },
  'src/pages': {
    rooms: [...BASE, 'src/ui', 'src/site', 'src/components', 'src/layouts', 'src/islands'],
    kinds: PAGES,
    packages: ['astro'],
  },
  // What every email is made of.
  'src/mail': { rooms: [...BASE, 'src/lib/zod.ts'], kinds: ['rules'] },
  // The emails of a feature.
  mail: { rooms: [...BASE, 'src/lib/zod.ts', 'src/mail'], kinds: ['rules', 'mail'] },
  'src/mail/delivery': {
    rooms: [
      ...BASE,
      'src/config/process',
      'src/lib/zod.ts',
      'src/data',
      'src/data/process',
      'src/mail',
      'src/node',
    ],
    kinds: ['rules', 'mail'],
    node: true,
  },
  'src/publish': {
    rooms: [...BASE, 'src/data', 'src/site', 'src/site/served.ts', 'src/node'],
    kinds: ['rules'],
    packages: true,
    node: true,
  },
  'supabase/seed': { rooms: ['src/lib', 'src/node'], kinds: ['rules'], node: true },
  // The publisher and full builds as processes of their own: here what is published meets where it is read.
  'src/publish/process': {
    rooms: [
      ...BASE,
      'src/lib/zod.ts',
      'src/config/process',
      'src/data',
      'src/data/process',
      'src/mail/delivery',
      'src/site',
      'src/translation',
      'src/site/served.ts',
      'src/node',
      'src/publish',
      'supabase/seed',
    ],
    kinds: ['rules'],
    node: true,
  },
  // What the front and the backend must read in the same way: targets of requests, addresses, limits of bodies.
  'src/http': { rooms: ['src/lib'], kinds: ['rules'], packages: true, node: true },
  'supabase/embedded': {
    rooms: ['src/http', 'src/config/process', 'src/node', 'supabase/seed'],
    packages: true,
    node: true,
  },
  'src/server': {
    rooms: [
      'src/config',
      'src/config/language.ts',
      'src/http',
      'src/node',
      'src/publish',
      'src/site/served.ts',
    ],
    types: ['src/publish/process'],
    packages: true,
    node: true,
  },
  // The product's first process: it starts the backend and the publisher, and serves what they make.
  'src/server/process': {
    rooms: [
      'src/config',
      'src/config/process',
      'src/data/process',
      'src/mail/delivery',
      'src/node',
      'src/publish',
      'src/publish/process',
      'src/server',
      'supabase/embedded',
      'supabase/seed',
    ],
    node: true,
  },
  'supabase/functions': { packages: true },
  scripts: ANYTHING,
  tests: ANYTHING,
};

const isFeature = (path: string) => path.startsWith('src/features/');
const kindOf = (path: string) => KINDS.find(([, ending]) => ending.test(path))?.[0];
/** The place of a file's feature in their order; -1 for a feature that is not in it. */
const order = (path: string) => FEATURES.indexOf(path.split('/')[2] as (typeof FEATURES)[number]);

/** The room a file lives in, for a file of a feature its kind; null where the table has no row for it. */
export function roomOf(path: string): string | null {
  if (!path.includes('/')) return 'scripts';
  if (/\.test\.tsx?$/.test(path)) return 'tests';
  if (isFeature(path)) return order(path) < 0 ? null : (kindOf(path) ?? null);
  const rooms = Object.keys(ROOMS).filter((room) => path === room || path.startsWith(`${room}/`));
  return rooms.sort((a, b) => b.length - a.length)[0] ?? null;
}

/** Whether a file of a folder with floors imports from a floor above its own. */
function goesUp(importer: string, target: string): boolean {
  return Object.entries(FLOORS).some(([folder, floors]) => {
    const [from, to] = [importer, target].map((path) => {
      if (!path.startsWith(`${folder}/`)) return null;
      const [name = '', ...below] = path.slice(folder.length + 1).split('/');
      return below.length === 0 ? floors.length : floors.indexOf(name);
    });
    return from != null && to != null && (from < 0 || to < 0 || to > from);
  });
}

/** Why `importer` may not import `target`, or null when it may. */
function refusal(importer: string, target: Target, typeOnly: boolean): string | null {
  const name = roomOf(importer);
  const room = name ? ROOMS[name] : undefined;
  if (!name || !room) return 'lies in a folder that the architecture does not name';
  if (target.kind === 'url') return 'may not import';
  if (target.kind === 'node') return room.node ? null : `${name} may not use Node modules`;
  if (target.kind === 'package') {
    const allowed = room.packages === true || room.packages?.includes(target.name);
    return allowed ? null : `${name} may not use the package`;
  }
  const to = roomOf(target.path);
  if (/^src\/styles\/|\.css$/.test(target.path)) return null;
  if (/^src\/.*\.json$/.test(target.path)) {
    const beside = dirname(importer) === dirname(target.path);
    return beside || name === 'tests' ? null : 'reads a data file that another folder keeps';
  }
  if (!to) return 'leads to a folder that the architecture does not name';
  if (goesUp(importer, target.path)) return 'lies on a floor below';
  if (isFeature(target.path)) {
    if (isFeature(importer) && order(target.path) > order(importer)) return 'comes before';
    if (typeOnly && room.types?.includes(to)) return null;
    return room.kinds?.some((kind) => kind === to) ? null : `${name} may not import ${to}:`;
  }
  if (name === 'src/islands' && to === name) return 'an island may not import another island';
  if (to === name || room.rooms?.includes(to) || room.rooms?.includes('*')) return null;
  if (room.types?.includes(to)) {
    return typeOnly ? null : `${name} may import types only from ${to}:`;
  }
  return `${name} may not import from ${to}:`;
}

/** Rooms that load modules whose path is only known when they run (a kept bundle, a migration). */
const COMPUTED = new Set([
  // The element around islands imports what the page names.
  'src/ui/island.ts',
  // The same modules once more, in another language.
  'src/translation/modules.ts',
  'src/publish',
  'src/server',
  // A module in another language, by its own path.
  'src/translation',
  'supabase/embedded',
  'scripts',
  'tests',
]);

/** Every forbidden import of one file, each as 'file:line  reason  specifier'. */
export function violationsOf(
  path: string,
  text: string,
  aliases: Record<string, string>,
): string[] {
  return importsOf(path, text).flatMap(({ specifier, typeOnly, line }) => {
    const reason =
      specifier === null
        ? COMPUTED.has(path) || COMPUTED.has(roomOf(path) ?? '')
          ? null
          : 'may not import a computed path'
        : refusal(path, resolveImport(path, specifier, aliases), typeOnly);
    return reason ? [`${path}:${line} ${reason} '${specifier ?? '…'}'`] : [];
  });
}

/** Each circle of a graph once, as 'a → b → a', by the first file of it that is met. */
export function circlesOf(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const way: string[] = [];
  const visit = (node: string) => {
    const at = way.indexOf(node);
    if (at >= 0) circles.push([...way.slice(at), node].join(' → '));
    if (at >= 0 || done.has(node)) return;
    way.push(node);
    for (const next of graph.get(node) ?? []) visit(next);
    way.pop();
    done.add(node);
  };
  for (const node of graph.keys()) visit(node);
  return circles;
}
