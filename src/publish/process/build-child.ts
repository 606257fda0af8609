import { askChild } from '#node/child-process.ts';
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

/** What was made: of which bundle, and how many pages. */
export interface Built {
  bundleId: string;
  pages: number;
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
      // It ends soon, and what it takes meanwhile makes it faster.
      execArgv: [],
      onMessage: (message) => log(message.log),
    },
    task,
  );
}
