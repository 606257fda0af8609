/** `npm run check`: types, lint, and whether the generated database types are those of the migrations. */
import { checks, runAll } from './lib/tools.ts';

process.exitCode = (await runAll(checks())) ? 0 : 1;
