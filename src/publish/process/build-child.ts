import { askChild } from '#node/child-process.ts';
import { endedBy } from '#node/ended-by.ts';
import { messageOf } from '#node/errors.ts';
import type { FullBuild } from './full-build.ts';
import { productionEnvironment, type Source } from './source.ts';

const SCRIPT = new URL('build-process.ts', import.meta.url);

export interface BuildTask {
  source: Source;
  /** Must not exist yet. */
  outDir: string;
  /** After everything else that the machine has to do. */
  background: boolean;
  /** An earlier bundle that is kept, instead of the one of the present source. */
  bundleId?: string | undefined;
}

/** What was made: of which bundle, how many pages, and what it took. */
export interface Built extends Pick<FullBuild, 'bundleId' | 'pages' | 'ms'> {
  /** The most that the process had, in megabytes. */
  peakMb: number;
}

export interface FromBuild {
  log: string;
}

/** Runs a full build in a child process. Rejects with its sentence. */
export function runBuild(task: BuildTask, log: (line: string) => void): Promise<Built> {
  return askChild<FromBuild, BuildTask, Built>(
    {
      name: 'The build process',
      script: SCRIPT,
      env: productionEnvironment(),
      execArgv: ['--max-semi-space-size=8'],
      onMessage: (message) => log(message.log),
    },
    task,
  ).catch((error) => {
    // Nobody here kills it.
    throw new Error(messageOf(error).replace('signal SIGKILL', endedBy(null, 'SIGKILL')));
  });
}
