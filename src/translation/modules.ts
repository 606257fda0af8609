import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Language } from '#config/language.ts';

const CHILD = fileURLToPath(new URL('./translate-child.ts', import.meta.url));
const SOURCE = /\/src\/.*\.ts$/;
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * A module of the source in another language, with all that it imports: for a program that speaks to people without a
 * bundle. They stand beside the English ones. A process of its own translates them, whose parsers take 70 MB.
 */
export async function inLanguage(module: URL, language: Language): Promise<unknown> {
  const args = [CHILD, module.href, language];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: MAX_BYTES });
  const sources: Record<string, string> = JSON.parse(stdout);
  return importAs(module, language, (code, url) => sources[url] ?? code);
}

/** Imports a module of the source and all that it imports once more, under addresses of their own, as something says them. */
export async function importAs(
  module: URL,
  language: Language,
  said: (code: string, url: string) => string,
): Promise<unknown> {
  const mark = `?${language}`;
  const hooks = registerHooks({
    resolve(name, context, next) {
      const isWanted = name.endsWith(mark);
      const found = next(isWanted ? name.slice(0, -mark.length) : name, context);
      const within = isWanted || context.parentURL?.endsWith(mark);
      return within && SOURCE.test(found.url) ? { ...found, url: found.url + mark } : found;
    },
    load(url, context, next) {
      if (!url.endsWith(mark)) return next(url, context);
      const file = url.slice(0, -mark.length);
      const source = said(readFileSync(fileURLToPath(file), 'utf8'), file);
      return { format: 'module-typescript', shortCircuit: true, source };
    },
  });
  try {
    return await import(module.href + mark);
  } finally {
    hooks.deregister();
  }
}
