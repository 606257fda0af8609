/** A process for `src/node/child-process.test.ts`: does what it is asked. */
import { listenToParent, sendToParent } from '#node/parent-process.ts';

class Refused extends Error {
  override readonly name = 'Refused';
}

listenToParent<{ end: boolean }, string, string>({
  onMessage: () => process.exit(),
  answer: async (asked) => {
    if (asked === 'end') process.exit(3);
    if (asked === 'hang') return new Promise(() => {});
    if (asked === 'refuse')
      throw Object.assign(new Refused('The disk is full.'), { code: 'ENOSPC' });
    await sendToParent({ heard: asked });
    return asked.toUpperCase();
  },
});
