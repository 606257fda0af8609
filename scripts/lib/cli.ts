import { causeOfCode } from '#embedded/causes.ts';
import { redacted } from './redact.ts';

/** Runs a command: progress on stderr, an expected failure as one sentence, a fault of ours with its stack. */
export async function run(main: (log: (line: string) => void) => Promise<void>): Promise<void> {
  endOnFault();
  try {
    await main(logLine);
  } catch (error) {
    logLine(sentenceOf(error));
    process.exitCode = 1;
  }
}

/** A line for whoever runs the program; nothing that opens something reaches it. */
export function logLine(line: string): void {
  console.error(redacted(line));
}

/** Ends on an error that nobody caught. Node would print its properties too: queries, addresses, what was sent. */
export function endOnFault(): void {
  process.on('uncaughtException', (error) => {
    logLine(error instanceof Error ? (error.stack ?? error.message) : String(error));
    process.exit(1);
  });
}

const OURS = ['TypeError', 'ReferenceError', 'RangeError', 'SyntaxError', 'AssertionError'];

export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  const cause = syscall === 'listen' ? undefined : causeOfCode(code);
  if (cause) return `${path ?? 'A file'} cannot be opened or written: ${cause}.`;
  return OURS.includes(error.name) ? (error.stack ?? error.message) : error.message;
}
