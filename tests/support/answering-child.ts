/** A process for `src/node/child-process.test.ts`: does what it is asked. */
import { spawn } from 'node:child_process';
import { listenToParent, sendToParent } from '#node/parent-process.ts';

class Refused extends Error {
  override readonly name = 'Refused';
}

listenToParent<{ end: boolean }, string, string>({
  onMessage: () => process.exit(),
  answer: async (asked) => {
    if (asked === 'end') process.exit(3);
    if (asked === 'hang') return new Promise(() => {});
    while (asked === 'spin');
    // Somebody else holds the connection open, past the end of this process.
    if (asked === 'heir') {
      const { fd } = process.channel as unknown as { fd: number };
      spawn('sleep', ['2'], { stdio: ['ignore', 'ignore', 'ignore', fd], detached: true });
    }
    if (asked === 'refuse')
      throw Object.assign(new Refused('The disk is full.'), { code: 'ENOSPC' });
    await sendToParent({ heard: asked });
    return asked.toUpperCase();
  },
});
