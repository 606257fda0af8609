import { setTimeout as pause } from 'node:timers/promises';
import type { Attack } from './attacks.ts';
import { typed } from './http.ts';

const PHOTO = '/storage/v1/object/lead-photos/00000000-0000-4000-8000-000000000000/x/0.webp';

/** Nearly all of a picture, and then nothing, under a name that nobody has signed. */
export const HALF_SENT_UPLOADS: Attack = {
  name: 'half-sent uploads',
  async run(target, signal) {
    const head = `POST ${PHOTO} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a.b.c\r\nContent-Length: 5000000\r\n\r\n`;
    const hold = async (i: number) => {
      while (!signal.aborted) {
        const socket = typed(target, head, `127.0.3.${(i % 4) + 1}`);
        socket.write(Buffer.alloc(4_500_000));
        const end = () => socket.destroy();
        signal.addEventListener('abort', end);
        await new Promise<void>((resolve) => {
          socket.once('close', () => resolve());
        });
        signal.removeEventListener('abort', end);
        await pause(100);
      }
    };
    await Promise.all(Array.from({ length: 40 }, (_, i) => hold(i)));
  },
};
