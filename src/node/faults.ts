import { causeOfCode } from './causes.ts';
import { messageOf } from './errors.ts';
import { redacted } from './redact.ts';

/** A line for whoever runs the program; nothing that opens something reaches it. */
export function logLine(line: string): void {
  console.error(redacted(line));
}

/** Ends on an error that nobody caught. Node would print its properties too: queries, addresses, what was sent. */
export function endOnFault(): void {
  process.on('uncaughtException', (error) => {
    logLine(stackOf(error));
    process.exit(1);
  });
}

/** The stack of any thrown value, where it has one. */
export function stackOf(error: unknown): string {
  return (error instanceof Error && error.stack) || messageOf(error);
}

const OURS = ['TypeError', 'ReferenceError', 'RangeError', 'SyntaxError', 'AssertionError'];

/** What an operator is told: the cause of what the system refused, one sentence, or the stack of a fault of ours. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  const cause = syscall === 'listen' ? undefined : causeOfCode(code);
  if (cause) return `${path ?? 'A file'} cannot be opened or written: ${cause}.`;
  return OURS.includes(error.name) ? stackOf(error) : error.message;
}
