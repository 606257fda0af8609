/**
 * `npm run check`: types, lint, whether every sentence has Spanish words, and whether the generated database types
 * are those of the migrations. `-- --write` formats the files, and corrects what lint can.
 */
import { readArguments } from './lib/arguments.ts';
import { checks, runAll } from './lib/tools.ts';

const { values } = readArguments(
  {
    usage: 'npm run check -- [--write]',
    about: 'Checks types, lint, Spanish words and the generated database types.',
    rows: [['--write', 'formats files, and corrects what lint can']],
  },
  { options: { write: { type: 'boolean' } } },
);
process.exitCode = (await runAll(checks(values))) ? 0 : 1;
