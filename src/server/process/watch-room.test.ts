import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { healthOf } from './health.ts';
import { roomWarning, watchRoom } from './watch-room.ts';

const GB = 2 ** 30;

it('warns before uploads are refused', () => {
  const room = { bytes: 79, limit: 100 };
  expect(roomWarning(50 * GB, 100 * GB, room)).toBeNull();
  expect(roomWarning(50 * GB, 100 * GB, null)).toBeNull();
  expect(roomWarning(0.9 * GB, 100 * GB, room)).toMatch(/^Only 922 MB are free on the disk/);
  // A small disk is not always nearly full.
  expect(roomWarning(0.9 * GB, 5 * GB, room)).toBeNull();
  expect(roomWarning(50 * GB, 100 * GB, { bytes: 80, limit: 100 })).toMatch(/^Uploads fill 80%/);
});

it('says so in the health, unless something worse is known', async () => {
  const room = watchRoom(tmpdir(), async () => ({ bytes: 9, limit: 10 }));
  try {
    await expect
      .poll(() => room.told(healthOf(null, true, null)))
      .toMatchObject({ disk: 'low', reason: expect.stringMatching(/^Uploads fill 90%|^Only/) });
    expect(room.told(healthOf(null, true, null)).status).toBeUndefined();
    expect(room.told(healthOf(null, true, 'ENOSPC'))).toMatchObject({
      status: 'failing',
      disk: 'full',
    });
  } finally {
    room.stop();
  }
});
