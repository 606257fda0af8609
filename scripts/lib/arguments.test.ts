import { afterEach, expect, it, vi } from 'vitest';
import { type Help, helpText, readArguments, seeHelp } from './arguments.ts';

const HELP: Help = {
  usage: 'npm run dev -- FILE [--coats N]',
  about: 'Paints FILE.',
  rows: [['--coats N', 'N coats']],
};
const OPTIONS = { coats: { type: 'string' } } as const;
afterEach(() => vi.restoreAllMocks());

/** What a command says and how it ends, or what it read. */
function typed(args: string[]) {
  const said: unknown[] = [];
  for (const way of ['log', 'error'] as const)
    vi.spyOn(console, way).mockImplementation((line) => void said.push(line));
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw Object.assign(new Error('ended'), { code });
  });
  try {
    const { values, positionals } = readArguments(HELP, { options: OPTIONS, words: 1, args });
    return { values: { ...values }, positionals };
  } catch (error) {
    return { code: (error as { code?: number }).code, said };
  }
}

it('reads options and words', () => {
  expect(typed(['wall.txt', '--coats', '2'])).toEqual({
    values: { coats: '2' },
    positionals: ['wall.txt'],
  });
  expect(typed(['--coats=2'])).toMatchObject({ values: { coats: '2' } });
});

it.each([['--help'], ['-h'], ['wall.txt', '--help'], ['--nonsense', '--help']])(
  'shows its help for %s %s',
  (...args) => {
    expect(typed(args)).toEqual({ code: 0, said: [helpText(HELP)] });
  },
);

const SEE = '"npm run dev -- --help" shows what there is.';
it.each([
  [['--nonsense'], `There is no option --nonsense. ${SEE}`],
  [['-x'], `There is no option -x. ${SEE}`],
  [['--coats'], `--coats is not written so. ${SEE}`],
  [['one', 'two'], `'two' is one argument too many. ${SEE}`],
])('refuses %j with one sentence', (args, sentence) => {
  expect(typed(args)).toEqual({ code: 2, said: [sentence] });
});

it('names itself as it is typed', () => {
  expect(seeHelp({ usage: 'npm start -- [--port N]', about: '' })).toContain(
    '"npm start -- --help"',
  );
  expect(seeHelp({ usage: 'node scripts/run.cjs lock', about: '' })).toContain(
    '"node scripts/run.cjs lock --help"',
  );
  expect(helpText({ usage: 'npm start', about: 'Starts.' })).toBe(
    'npm start\n\nStarts.\n\n  --help  shows this',
  );
});
