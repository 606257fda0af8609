import { endOnFault, explain, logLine } from '#node/faults.ts';

/** Runs a command: progress on stderr, an expected failure as one sentence, a fault of ours with its stack. */
export async function run(main: (log: (line: string) => void) => Promise<void>): Promise<void> {
  endOnFault();
  try {
    await main(logLine);
  } catch (error) {
    logLine(explain(error));
    process.exitCode = 1;
  }
}
