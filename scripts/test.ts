/**
 * `npm test`: checks, unit and database tests, and stories in a browser against one fresh server. Two cores have time
 * left while unit tests wait: the checks, and the server of the stories with its demo, get ready beside them.
 */
import { type Help, helpText, refuse, seeHelp, WrongArguments } from './lib/arguments.ts';

const PARTS = ['check', 'unit', 'e2e', 'browsers', 'firefox', 'webkit', 'rehearsal', 'starved'];
const HELP: Help = {
  usage: 'npm test -- [PARTS | attack]',
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
  ],
};
const args = process.argv.slice(2);
const [part = ''] = args;
if (args.includes('--help') || args.includes('-h')) {
  console.log(helpText(HELP));
  process.exit();
}
const known = ['all', 'rest', 'cluster', '--repeat', ...PARTS];
const unknown = args.find((arg) => !known.includes(arg));
/** It reads the rest of the arguments itself. */
const isAttack = part === 'attack';
if (!isAttack && unknown)
  refuse(new WrongArguments(`There is no "${unknown}" among the tests. ${seeHelp(HELP)}`));
if (isAttack) {
  process.argv.splice(2, 1);
  await import('../tests/load/run.ts');
} else if (part === 'cluster') await import('../tests/cluster/run.ts');
else await import('../tests/run.ts');
