import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/** One command as its `--help` shows it. */
export interface Help {
  /** As it is typed: `npm run backup -- FILE`. */
  usage: string;
  /** What it does, one sentence. */
  about: string;
  /** Each argument, and what it does. */
  rows?: readonly (readonly [string, string])[];
}

/** Arguments that the command does not take; the message is the sentence that says so. */
export class WrongArguments extends Error {}

/**
 * What a person typed behind a command. `--help` shows the help on one screen and ends with 0; what the command does
 * not know ends it with 2 and one sentence, before it has done anything. `words` is how many arguments without dashes
 * it takes.
 */
export function readArguments<const Options extends ParseArgsOptionsConfig>(
  help: Help,
  {
    options,
    words = 0,
    args = process.argv.slice(2),
  }: { options?: Options; words?: number; args?: string[] } = {},
) {
  try {
    if (args.includes('--help') || args.includes('-h')) {
      console.log(helpText(help));
      process.exit(0);
    }
    const read = parsed(args, { ...(options as Options) }, help);
    const unknown = read.positionals[words];
    if (unknown !== undefined)
      throw new WrongArguments(`'${unknown}' is one argument too many. ${seeHelp(help)}`);
    return read;
  } catch (error) {
    return refuse(error);
  }
}

/** Ends the command as wrong arguments do; any other error goes on. */
export function refuse(error: unknown): never {
  if (!(error instanceof WrongArguments)) throw error;
  console.error(error.message);
  process.exit(2);
}

function parsed<Options extends ParseArgsOptionsConfig>(
  args: string[],
  options: Options,
  help: Help,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    const [, unknown] = /^Unknown option '(-[^']*)'/.exec((error as Error).message) ?? [];
    const [, valueless] =
      /^Option '(?:-\w, )?(--[\w-]+) ?[^']*'/.exec((error as Error).message) ?? [];
    if (unknown) throw new WrongArguments(`There is no option ${unknown}. ${seeHelp(help)}`);
    if (valueless) throw new WrongArguments(`${valueless} is not written so. ${seeHelp(help)}`);
    throw error;
  }
}

/** Where all that the command takes can be read. */
export function seeHelp({ usage }: Help): string {
  const [command = ''] = usage.split(/ -- | (?=[A-Z[])/);
  const separator = command.startsWith('npm ') ? ' --' : '';
  return `"${command}${separator} --help" shows what there is.`;
}

export function helpText({ usage, about, rows = [] }: Help): string {
  const all = [...rows, ['--help', 'shows this'] as const];
  const width = Math.max(...all.map(([name]) => name.length));
  const list = all.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`);
  return [usage, '', about, '', ...list].join('\n');
}
