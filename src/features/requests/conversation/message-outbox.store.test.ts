/** @module-tag effort */
import { describe, expect, it } from 'vitest';
import { memoryStorage } from '#browser/browser-storage.ts';
import { logoutLosses } from '#dashboards/logout-losses.store.ts';
import { effort } from '#tests/support/effort.ts';
import { asFault, Fault, locks } from '#tests/support/outbox-faults.ts';
import { messageDraft } from './message-draft.store.ts';
import { createMessageOutbox } from './message-outbox.store.ts';

const LOST = new Fault('network', false);
const ANA = { lead: 'lead', artist: 'ana' };
const BEN = { lead: 'lead', artist: 'ben' };
const DAY_MS = 24 * 3600 * 1000;

/** A browser, and a server that takes each key once. */
function world() {
  const storage = memoryStorage();
  const lock = locks();
  const clock = { now: 1_000_000 };
  let keys = 0;
  const arrived: string[] = [];
  const known = new Set<string>();
  const take = (key: string, body: string) => {
    if (!known.has(key)) arrived.push(body);
    known.add(key);
  };
  const open = () =>
    createMessageOutbox({
      storage,
      lock,
      newKey: () => `key ${keys++}`,
      toRefusal: asFault,
      now: () => clock.now,
      random: () => 1,
    });
  return { storage, clock, arrived, take, open };
}
const bodies = (entries: { body: string }[]) => entries.map(({ body }) => body);

describe('the outbox of messages', () => {
  it('keeps a message before its first byte leaves, and until it has arrived', async () => {
    const { open, take, arrived } = world();
    const outbox = open();
    outbox.add(ANA, 'Hello');
    await outbox.flush(ANA, async ({ key, body }) => {
      expect(bodies(open().of(ANA))).toEqual(['Hello']);
      take(key, body);
    });
    expect(arrived).toEqual(['Hello']);
    expect(outbox.of(ANA)).toEqual([]);
  });

  it('sends those of a conversation in their order, the next one when the one before has arrived', async () => {
    const { open, take, arrived, clock } = world();
    const outbox = open();
    for (const body of ['one', 'two', 'three']) outbox.add(ANA, body);
    outbox.add(BEN, 'elsewhere');
    let losses = 1;
    const send = async (entry: { key: string; body: string }) => {
      if (entry.body === 'two' && losses-- > 0) throw LOST;
      take(entry.key, entry.body);
    };
    const next = await outbox.flush(ANA, send);
    expect(arrived).toEqual(['one']);
    expect(next).toBe(clock.now + 1000);
    // Not before its time, unless there is a reason to think that it works now.
    expect(await outbox.flush(ANA, send)).toBe(next);
    expect(arrived).toEqual(['one']);
    expect(await outbox.flush(ANA, send, true)).toBeNull();
    expect(arrived).toEqual(['one', 'two', 'three']);
    expect(bodies(outbox.of(BEN))).toEqual(['elsewhere']);
  });

  it('keeps what is refused with the reason, and lets what comes after it pass', async () => {
    const { open, take, arrived } = world();
    const outbox = open();
    outbox.add(ANA, 'late');
    outbox.add(ANA, 'later');
    let closed = true;
    const send = async ({ key, body }: { key: string; body: string }) => {
      if (closed && body === 'late') throw new Fault('move_refused', true);
      take(key, body);
    };
    expect(await outbox.flush(ANA, send)).toBeNull();
    expect(arrived).toEqual(['later']);
    const [kept] = outbox.of(ANA);
    expect(kept).toMatchObject({ body: 'late', refused: 'move_refused' });
    await outbox.flush(ANA, send, true);
    expect(arrived).toEqual(['later']);

    closed = false;
    outbox.retry(kept?.key ?? '');
    await outbox.flush(ANA, send);
    expect(arrived).toEqual(['later', 'late']);
  });

  it('sends the pictures of a message after the texts that came later, and over lost answers', async () => {
    const { open, clock } = world();
    const outbox = open();
    outbox.add(ANA, 'with two', 2, 'key of pictures');
    const log: string[] = [];
    let left = 2;
    let losses = 1;
    const send = async ({ key, body, taken }: { key: string; body: string; taken: boolean }) => {
      if (!taken) {
        log.push(body);
        if (key === 'key of pictures') outbox.add(ANA, 'typed meanwhile');
        return key === 'key of pictures';
      }
      if (losses-- > 0) throw LOST;
      log.push(`picture ${2 - left}`);
      return --left > 0;
    };
    const next = await outbox.flush(ANA, send);
    expect(next).toBe(clock.now + 1000);
    expect(log).toEqual(['with two', 'typed meanwhile']);
    // A message that the server has is not old: its pictures go when they can.
    clock.now += 2 * DAY_MS;
    expect(open().takeOld(ANA)).toEqual([]);
    expect(await open().flush(ANA, send)).toBeNull();
    expect(log).toEqual(['with two', 'typed meanwhile', 'picture 0', 'picture 1']);
    expect(open().of(ANA)).toEqual([]);
  });

  it('does not ask for ever by a link that was replaced', async () => {
    const { open } = world();
    const outbox = open();
    outbox.add(ANA, 'Hello');
    const replaced = new Fault('link_refused', false);
    expect(await outbox.flush(ANA, () => Promise.reject(replaced))).toBeNull();
    expect(outbox.of(ANA)[0]?.refused).toBe('link_refused');
  });

  it('writes nothing back that was erased while it was on its way', async () => {
    const { open, storage } = world();
    const outbox = open();
    outbox.add(ANA, 'Hello');
    await outbox.flush(ANA, async () => {
      storage.clear();
      throw LOST;
    });
    expect(storage.length).toBe(0);
  });

  it('sends nothing by itself that is a day old: it is handed over for the box', async () => {
    const { open, take, arrived, clock } = world();
    const outbox = open();
    outbox.add(ANA, 'from yesterday');
    clock.now += DAY_MS;
    outbox.add(ANA, 'from today');
    await outbox.flush(ANA, async ({ key, body }) => take(key, body));
    expect(arrived).toEqual(['from today']);
    expect(bodies(outbox.takeOld(ANA))).toEqual(['from yesterday']);
    expect(outbox.of(ANA)).toEqual([]);
  });

  it('sends photos of a diary that are a day old', async () => {
    const { open, take, arrived, clock } = world();
    const outbox = open();
    outbox.add(ANA, 'from yesterday', 2, 'key of photos', 'painting');
    clock.now += DAY_MS;
    expect(outbox.takeOld(ANA)).toEqual([]);
    await outbox.flush(ANA, async ({ key, body, stage }) => take(key, `${body}, ${stage}`));
    expect(arrived).toEqual(['from yesterday, painting']);
  });

  it('loses nothing, doubles nothing and keeps the order in random lives', async () => {
    let seed = 1;
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed / 2_147_483_648;
    };
    for (let life = 0; life < effort(80); life++) {
      const { open, take, arrived, clock } = world();
      // Two tabs, either of which may be closed and opened again at any time.
      const tabs = [open(), open()];
      const typed: string[] = [];
      const tab = () => tabs[random() < 0.5 ? 0 : 1] as ReturnType<typeof open>;
      const send = async ({ key, body }: { key: string; body: string }) => {
        if (random() < 0.3) throw LOST;
        take(key, body);
        // It has arrived, and nobody hears of it.
        if (random() < 0.3) throw LOST;
      };
      const flushes: Promise<unknown>[] = [];
      for (let step = 0; step < 8; step++) {
        if (random() < 0.5) {
          typed.push(`${step}`);
          tab().add(ANA, `${step}`);
        }
        flushes.push(tab().flush(ANA, send, random() < 0.5));
        if (random() < 0.3) tabs[random() < 0.5 ? 0 : 1] = open();
        clock.now += random() * 5000;
      }
      await Promise.all(flushes);
      await open().flush(ANA, async ({ key, body }) => take(key, body), true);
      expect(arrived).toEqual(typed);
    }
  });
});

describe('the draft of a message', () => {
  it('is kept for each conversation, and gone when the box is empty', () => {
    const storage = memoryStorage();
    messageDraft(storage, ANA).save('How long ');
    expect(messageDraft(storage, ANA).load()).toBe('How long ');
    expect(messageDraft(storage, BEN).load()).toBe('');
    messageDraft(storage, ANA).save(' ');
    expect(storage.length).toBe(0);
  });

  it('takes what could not be sent before it', () => {
    const draft = messageDraft(memoryStorage(), ANA);
    draft.prepend('Old');
    expect(draft.load()).toBe('Old');
    draft.prepend('Older');
    expect(draft.load()).toBe('Older\n\nOld');
  });
});

it('is named before signing out erases it', () => {
  const storage = memoryStorage();
  const losses = () => logoutLosses(storage, memoryStorage());
  expect(losses()).toEqual([]);
  const outbox = createMessageOutbox({
    storage,
    lock: locks(),
    newKey: () => 'key',
    toRefusal: asFault,
  });
  outbox.add(ANA, 'Hello');
  messageDraft(storage, BEN).save('How');
  expect(losses()).toEqual(['1 message not sent yet', 'what you typed into a message']);
});
