import path from 'node:path';
import type { Plugin } from 'vite';
import { type Module, sharedFiles } from './shared-files.ts';

/** Files of their own whatever else there is: packages, and what pages without React load. */
const TOGETHER: [file: string, modules: RegExp][] = [
  ['react', /node_modules.(react|react-dom|scheduler)./],
  ['zod', /node_modules.zod./],
  ['nanostores', /node_modules.nanostores./],
  [
    'kept',
    /browser.(flash|personal|browser-(keys|storage)|new-key)\.ts|(own-request|shortlist|go-home|role-cache)\.store\.ts|lib.within\.ts/,
  ],
  ['base', /src.(config.(paths|language|trusted-types)|lib.(toasts|format|limits|graphemes))\.ts/],
  ['start', /preload-helper|scripts.pending-flash|ui.(again|lost)\.ts/],
];

/**
 * The bytes of source that one file fewer may cost what loads it: none before the first press, few in the small scripts
 * of public pages, more in their islands and in what takes up a request again, as many as it takes at a desk.
 */
const BYTES_FOR_A_FILE: [entry: RegExp, bytes: number][] = [
  [/(Nav|Dashboard|BeforeAfter|CostCalculator|\[slug\]|reviews)\.astro/, 1],
  [
    /(404|offline|shortlist)\.astro|components.scripts.(?!bell)|(composer|lightbox|answer)\.script|(share|spelling|nearest)\.ts/,
    100,
  ],
  [
    /\.astro|\.script\.ts|scripts.bell|islands.(?!\w+Dashboard|Request)|requests.(form|photos)|shortlist/,
    4000,
  ],
  [/./, 1_000_000],
];

/**
 * Says which modules become one file. The bundler alone makes a file for each set of entries that share modules: 111
 * for the page of a job, which are 56 so.
 */
export function scriptFiles(): Plugin {
  const nameOf = new Map<string, string>();
  const groups = [{ name: (id: string) => nameOf.get(id) ?? null }];
  const output = { codeSplitting: { groups, includeDependenciesRecursively: false } };
  const rolldownOptions = { output, preserveEntrySignatures: 'allow-extension' as const };
  return {
    name: 'script-files',
    config: () => ({ environments: { client: { build: { rolldownOptions } } } }),
    buildEnd() {
      if (this.environment.name !== 'client') return;
      const modules = new Map<string, Module>();
      for (const id of [...this.getModuleIds()].sort()) {
        const info = this.getModuleInfo(id);
        if (!info?.code || id.includes('.css')) continue;
        const together = TOGETHER.find(([, pattern]) => pattern.test(id))?.[0];
        modules.set(id, {
          bytes: info.code.length,
          imports: info.importedIds,
          isPage: info.isEntry,
          importedLaterBy: info.dynamicImporters,
          bytesForAFile: BYTES_FOR_A_FILE.find(([pattern]) => pattern.test(id))?.[1] ?? 0,
          // How much of a package is used is not known yet: the bundler places what is not named.
          file: together ?? (id.includes('node_modules') ? null : undefined),
        });
      }
      nameFiles(modules, nameOf);
    },
  };
}

/** After the largest module in it: a name that other changes leave as it is keeps the file in browsers' caches. */
function nameFiles(modules: ReadonlyMap<string, Module>, nameOf: Map<string, string>): void {
  nameOf.clear();
  const taken = new Set<string>();
  const bytesOf = (id: string) => modules.get(id)?.bytes ?? 0;
  for (const { modules: ids } of sharedFiles(modules)) {
    const largest = ids.reduce((one, other) => (bytesOf(other) > bytesOf(one) ? other : one));
    let name = modules.get(largest)?.file ?? path.parse(largest).name;
    while (taken.has(name)) name += '-';
    taken.add(name);
    for (const id of ids) nameOf.set(id, name);
  }
}
