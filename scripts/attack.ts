/** `npm run attack`: attacks a server on this computer; tests/load/run.ts says how. */
import '../tests/load/run.ts';
