/**
 * `npm run check`: types, lint, and whether the generated database types are those of the migrations. `-- --write`
 * formats the files, and corrects what lint can.
 */
import { checks, runAll } from './lib/tools.ts';

process.exitCode = (await runAll(checks({ write: process.argv.includes('--write') }))) ? 0 : 1;
