/**
 * `npm test`: checks, unit and database tests, and stories in a browser against one fresh server. Two cores have time
 * left while unit tests wait: the checks, and the server of the stories with its demo, get ready beside them.
 */
import { type Help, helpText, refuse, seeHelp, WrongArguments } from './lib/arguments.ts';

const PARTS = ['check', 'unit', 'e2e', 'browsers', 'firefox', 'webkit', 'starved'];
const HELP: Help = {
  usage: 'npm test -- [PARTS | attack | mutants]',
  about: 'Runs the main tests; "npm run test:all" runs every test.',
  rows: [
    ['PARTS', `some of ${PARTS.join(', ')}`],
    ['rest', 'what `npm test` leaves out, but for the walk in Firefox and WebKit'],
    ['cluster', 'all that concerns several servers (npm run test:cluster)'],
    [
      '--repeat',
      'runs what failed again, alone and at most twice, and names what passed only then',
    ],
    [
      'attack',
      'attacks a server on this machine; takes --seconds N --hang N --origin URL --data DIR',
    ],
    ['mutants', 'breaks the product a line at a time; takes --only unit|e2e, --near, NUMBERS'],
  ],
};
/** They read the rest of the arguments themselves. */
const ALONE = ['attack', 'mutants'];

const args = process.argv.slice(2);
const [part = ''] = args;
if (args.includes('--help') || args.includes('-h')) {
  console.log(helpText(HELP));
  process.exit();
}
const known = ['all', 'rest', 'cluster', '--repeat', ...PARTS, ...ALONE];
const unknown = args.find((arg) => !known.includes(arg));
if (!ALONE.includes(part) && unknown)
  refuse(new WrongArguments(`There is no "${unknown}" among the tests. ${seeHelp(HELP)}`));
if (ALONE.includes(part)) process.argv.splice(2, 1);
if (part === 'attack') await import('../tests/load/run.ts');
else if (part === 'mutants') await import('../tests/mutations.ts');
else if (part === 'cluster') await import('../tests/cluster/run.ts');
else await import('../tests/run.ts');
