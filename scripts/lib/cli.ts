import { causeOfCode } from '#embedded/causes.ts';

/** Runs a command: progress on stderr, an expected failure as one sentence, a fault of ours with its stack. */
export async function run(main: (log: (line: string) => void) => Promise<void>): Promise<void> {
  try {
    await main((line) => console.error(line));
  } catch (error) {
    console.error(sentenceOf(error));
    process.exitCode = 1;
  }
}

const OURS = ['TypeError', 'ReferenceError', 'RangeError', 'SyntaxError', 'AssertionError'];

export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  const cause = syscall === 'listen' ? undefined : causeOfCode(code);
  if (cause) return `${path ?? 'A file'} cannot be opened or written: ${cause}.`;
  return OURS.includes(error.name) ? (error.stack ?? error.message) : error.message;
}
