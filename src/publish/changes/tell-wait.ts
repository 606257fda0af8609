import { messageOf } from '#node/errors.ts';
import { behind, type Log } from '#node/log.ts';

/** Says that something is not published for now, and why; it is tried again. */
export function tellWait(log: Log, what: string, error: unknown): void {
  log(`${what}: ${messageOf(error)}`, {
    event: 'publish.waits',
    level: 'warn',
    ...behind(error),
  });
}
