import { endOnFault, explain } from '#node/faults.ts';
import { behind, type Log, logLine } from '#node/log.ts';
import { WrongArguments } from './arguments.ts';

/** Runs a command: progress on stderr, an expected failure as one sentence, a fault of ours with its stack. Wrong arguments end it with 2, all else with 1. */
export async function run(main: (log: Log) => Promise<void>): Promise<void> {
  endOnFault();
  try {
    await main(logLine);
  } catch (error) {
    logLine(explain(error), { event: 'fault', level: 'error', ...behind(error) });
    process.exitCode = error instanceof WrongArguments ? 2 : 1;
  }
}
