/** A full build as a process of its own, so that publishing single changes goes on meanwhile. */
import { setPriority } from 'node:os';
import { endOnFault, explain } from '#node/faults.ts';
import { listenToParent, sendToParent } from '#node/parent-process.ts';
import type { BuildTask, Built, FromBuild } from './build-child.ts';
import { fullBuild } from './full-build.ts';

endOnFault();
listenToParent<never, BuildTask, Built>({
  answer: async ({ source, outDir, background, bundleId: kept }) => {
    if (background) setPriority(10);
    const log = (line: string) => void sendToParent<FromBuild>({ log: line });
    try {
      const { bundleId, pages, ms } = await fullBuild(source, outDir, log, { bundleId: kept });
      return { bundleId, pages, ms, peakMb: process.resourceUsage().maxRSS / 1024 };
    } catch (error) {
      throw new Error(explain(error));
    }
  },
});
