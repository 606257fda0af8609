import { expect, test } from 'vitest';
import { type Sketches, stateLine } from './sketch.ts';

const version = (number: number): Sketches['versions'][number] => ({
  ...{ number, hash: '0'.repeat(64), path: 'x', wall: null, corners: null, strength: null },
  ...{ created_at: '2026-11-27T00:00:00Z', pins: [] },
});
const sketches = (over: Partial<Sketches> = {}): Sketches => ({
  ...{ side: 'client', state: 'open', can: [], approved: null, approved_hash: null },
  ...{ rounds: 2, rounds_left: 2, offer: null, versions: [version(1), version(2)], events: [] },
  ...over,
});

test.each([
  [{ state: 'locked', versions: [] }, 'Locked until the design fee is received'],
  [{ versions: [] }, 'No sketch yet'],
  [{}, 'Version 2: waiting for your answer'],
  [{ side: 'artist' }, 'Version 2 is sent. Waiting for the client’s answer.'],
  [{ state: 'changes_asked' }, 'You asked for changes to version 2'],
  [{ side: 'artist', state: 'changes_asked' }, 'The client wants changes to version 2'],
  [{ state: 'approved', approved: 1 }, 'Version 1 is approved'],
  [{ state: 'artist_reopens', approved: 1 }, 'Version 1 is approved; the artist asks to reopen it'],
] as const)('%j reads', (over, line) => {
  expect(stateLine(sketches(over as Partial<Sketches>))).toBe(line);
});
