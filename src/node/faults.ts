import { causeOfCode } from './causes.ts';
import { messageOf } from './errors.ts';
import { type About, behind, logLine } from './log.ts';

/**
 * Ends on an error that nobody caught. Node would print its properties too: queries, addresses, what was sent.
 * @param tell says it to whom this process talks; resolves when that has heard.
 */
export function endOnFault(
  tell: (line: string, about: About) => Promise<void> | void = logLine,
  told: (error: Error) => string = stackOf,
): void {
  process.on('uncaughtException', async (error) => {
    await tell(told(error), { event: 'fault', level: 'error', ...behind(error) });
    process.exit(1);
  });
}

/** The stack of any thrown value, where it has one. */
export function stackOf(error: unknown): string {
  return (error instanceof Error && error.stack) || messageOf(error);
}

const OURS = ['TypeError', 'ReferenceError', 'RangeError', 'SyntaxError', 'AssertionError'];

/** What an operator reads: the cause of what the system refused, one sentence, or the stack of a fault of ours. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  const cause = syscall === 'listen' ? undefined : causeOfCode(code);
  if (cause) return `${path ?? 'A file'} cannot be opened or written: ${cause}.`;
  return OURS.includes(error.name) ? stackOf(error) : error.message;
}
