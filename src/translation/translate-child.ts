/** Prints what a module and all that it imports are in another language, by their addresses: started by `modules.ts`. */
import type { Language } from '#config/language.ts';
import { importAs } from './modules.ts';
import { translatedSource } from './plugin.ts';

const [module = '', language] = process.argv.slice(2);
const sources: Record<string, string> = {};
await importAs(new URL(module), language as Language, (code, url) => {
  const said = translatedSource(code, url, language as Language);
  if (said !== null) sources[url] = said;
  return said ?? code;
});
process.stdout.write(JSON.stringify(sources));
