import { importsOf, resolveImport, type Target } from './imports.ts';

interface Room {
  /** Rooms it may import from, its own aside. */
  rooms?: readonly string[];
  /** Rooms of which it may import types only. */
  types?: readonly string[];
  /** Files that stay closed although their room is open. */
  not?: RegExp;
  /** npm packages; `true` for any. */
  packages?: readonly string[] | true;
  /** Whether it may use Node's own modules. */
  node?: true;
}

const BUILD_TIME_DATA = /^src\/data\/(build|program)-client\.ts$/;
const REACT = ['react', 'react-dom', 'nanostores', '@nanostores/react'] as const;
const ANYTHING: Room = { rooms: ['*'], packages: true, node: true };

/**
 * Who may import whom. A room or package that is not named here is refused, and so is a folder
 * without a row. Order of the rows is the order of the layers.
 */
export const ROOMS: Record<string, Room> = {
  // The only door to zod: it has to be told before its first schema that pages forbid `new Function`.
  'src/lib/zod.ts': { packages: ['zod'] },
  'src/domain': { rooms: ['src/lib/zod.ts'] },
  'src/config': { rooms: ['src/domain'] },
  'src/config/mail-settings.ts': { rooms: ['src/domain', 'src/config'] },
  // The settings of a process: closed to everything that runs in a browser, because no such row names it.
  'src/config/environment.ts': {
    rooms: ['src/domain', 'src/config', 'src/config/mail-settings.ts'],
    node: true,
  },
  'src/data': {
    rooms: ['src/domain', 'src/lib/zod.ts', 'src/config'],
    packages: ['@supabase/supabase-js'],
  },
  // What the worker of mails asks of the database, with the secret key too.
  'src/mail/mail-queue.ts': {
    rooms: ['src/data', 'src/domain', 'src/lib/zod.ts'],
  },
  // What the publisher asks of the database with the secret key; here because only data imports supabase-js.
  'src/publish/publishing.api.ts': {
    rooms: ['src/data', 'src/domain', 'src/lib/zod.ts'],
  },
  // Tools of processes that know nothing of this product: files, queues, locks, children.
  'src/node': { node: true },
  // The way out of the process: the embedded Auth sends its mails by it too.
  'src/mail/transport.ts': {
    rooms: ['src/config/mail-settings.ts', 'src/node'],
    packages: ['nodemailer'],
    node: true,
  },
  'src/mail': {
    rooms: ['src/domain', 'src/lib/zod.ts', 'src/config', 'src/mail/transport.ts', 'src/node'],
    node: true,
  },
  // Loaded when somebody takes everything along: the one place that makes archives in a browser.
  'src/features/accounts/export-archive.store.ts': {
    rooms: ['src/data'],
    not: BUILD_TIME_DATA,
    packages: ['fflate'],
  },
  'src/stores': {
    rooms: ['src/domain', 'src/config', 'src/data', 'src/features/accounts/export-archive.store.ts'],
    not: BUILD_TIME_DATA,
    packages: ['nanostores', '@nanostores/react', 'react'],
  },
  // Primitives know the product's words and URLs, but neither data nor state.
  'src/ui': { rooms: ['src/domain', 'src/config'], packages: ['react', 'react-dom', 'sonner'] },
  // What the islands of lists share: search, filters and pages over a prerendered list.
  'src/lists': {
    rooms: ['src/domain', 'src/config', 'src/ui'],
    packages: ['react', 'stemmer'],
  },
  // The element around islands imports what the page names.
  'src/islands/island.ts': { rooms: ['src/ui'] },
  'src/islands': {
    rooms: [
      'src/islands/island.ts',
      'src/domain',
      'src/config',
      'src/data',
      'src/stores',
      'src/ui',
      'src/lists',
    ],
    not: BUILD_TIME_DATA,
    packages: REACT,
  },
  'src/styles': {},
  'src/site': { rooms: ['src/domain', 'src/config', 'src/data'], node: true },
  'src/components': {
    rooms: ['src/domain', 'src/config', 'src/ui', 'src/islands', 'src/stores'],
    types: ['src/site'],
  },
  'src/layouts': {
    rooms: [
      'src/domain',
      'src/config',
      'src/ui',
      'src/islands',
      'src/stores',
      'src/components',
      'src/styles',
    ],
    types: ['src/site'],
    packages: ['astro'],
    // Rendered while building only: the document hashes its inline script for the content security policy.
    node: true,
  },
  'src/pages': {
    rooms: [
      'src/site',
      'src/ui',
      'src/config',
      'src/domain',
      'src/components',
      'src/layouts',
      'src/islands',
    ],
    packages: ['astro'],
  },
  'src/publish': {
    rooms: ['src/domain', 'src/config', 'src/site', 'src/node'],
    packages: true,
    node: true,
  },
  // The publisher and full builds as processes of their own: here what is published meets where it is read.
  'src/publish/process': {
    rooms: [
      'src/domain',
      'src/config',
      'src/config/environment.ts',
      'src/config/mail-settings.ts',
      'src/data',
      'src/publish/publishing.api.ts',
      'src/mail/mail-queue.ts',
      'src/mail',
      'src/mail/transport.ts',
      'src/site',
      'src/node',
      'src/publish',
      'supabase/seed',
    ],
    node: true,
  },
  // What the front and the backend must read in the same way: targets of requests, addresses, limits of bodies.
  'src/http': { rooms: ['src/domain'], packages: true, node: true },
  'src/server': {
    rooms: ['src/config', 'src/http', 'src/node', 'src/publish'],
    types: ['src/publish/process'],
    packages: true,
    node: true,
  },
  // The product's first process: it starts the backend and the publisher, and serves what they make.
  'src/server/process': {
    rooms: [
      'src/config',
      'src/config/environment.ts',
      'src/publish/publishing.api.ts',
      'src/mail/mail-queue.ts',
      'src/node',
      'src/publish',
      'src/publish/process',
      'src/server',
      'supabase/embedded',
      'supabase/seed',
    ],
    node: true,
  },
  'supabase/embedded': {
    rooms: [
      'src/http',
      'src/config/mail-settings.ts',
      'src/mail/transport.ts',
      'src/node',
      'supabase/seed',
    ],
    packages: true,
    node: true,
  },
  'supabase/seed': { rooms: ['src/domain', 'src/node'], node: true },
  'supabase/functions': { packages: true },
  scripts: ANYTHING,
  tests: ANYTHING,
  root: ANYTHING,
};

/** The room a file lives in; null where the table has no row for it. */
export function roomOf(path: string): string | null {
  if (!path.includes('/')) return 'root';
  if (/\.test\.tsx?$/.test(path)) return 'tests';
  const rooms = Object.keys(ROOMS).filter((room) => path === room || path.startsWith(`${room}/`));
  return rooms.sort((a, b) => b.length - a.length)[0] ?? null;
}

const island = (path: string) => /^src\/islands\/([^/]+)\//.exec(path)?.[1];

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
  if (!to) return 'leads to a folder that the architecture does not name';
  if (room.not?.test(target.path)) return `${name} may not use`;
  if (island(importer) !== island(target.path) && name === to && name === 'src/islands') {
    return 'an island may not import another island';
  }
  if (to === name || room.rooms?.includes(to)) return null;
  if (room.rooms?.includes('*')) return null;
  if (to === 'src/styles' && target.path.endsWith('.css')) return null;
  if (room.types?.includes(to)) {
    return typeOnly ? null : `${name} may import types only from ${to}:`;
  }
  return `${name} may not import from ${to}:`;
}

/** Rooms that load modules whose path is only known when they run (a kept bundle, a migration). */
const COMPUTED = new Set([
  'src/islands/island.ts',
  'src/publish',
  'src/server',
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
        ? COMPUTED.has(roomOf(path) ?? '')
          ? null
          : 'may not import a computed path'
        : refusal(path, resolveImport(path, specifier, aliases), typeOnly);
    return reason ? [`${path}:${line} ${reason} '${specifier ?? '…'}'`] : [];
  });
}
