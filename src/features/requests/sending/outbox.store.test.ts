import { describe, expect, it } from 'vitest';
import { memoryStorage } from '#browser/browser-storage.ts';
import { KEPT_MS } from '#browser/kept-table.ts';
import { SENDING_FLAG } from '#browser/sending-keys.ts';
import { effort } from '#tests/support/effort.ts';
import { asFault, Fault, locks } from '#tests/support/outbox-faults.ts';
import { createOutbox } from './outbox.store.ts';

const lost = () => new Fault('network', false);
interface Match {
  id: string;
}
interface Lead {
  id: string;
  claim: string;
  payload: string;
  chosen: string[] | null;
}

/** The database's side of the contract, and a network that can lose either direction. */
function fakeServer() {
  const leads = new Map<string, Lead>();
  const lead = (key: string, claim: string, payload: string) => {
    if (payload.startsWith('bad')) throw new Fault('project_too_short', true);
    const found = leads.get(key);
    if (found && (found.payload !== payload || found.claim !== claim)) {
      throw new Fault('idempotency_conflict', true);
    }
    const made = found ?? { id: `lead-${key}`, claim, payload, chosen: null };
    leads.set(key, made);
    return { id: made.id, matches: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] };
  };
  const choose = (id: string, claim: string, artists: string[]) => {
    const found = [...leads.values()].find((l) => l.id === id && l.claim === claim);
    if (!found) throw new Fault('claim_refused', true);
    if (found.chosen && found.chosen.join() !== artists.join())
      throw new Fault('already_sent', true);
    found.chosen = artists;
    return artists.length;
  };
  return { leads, lead, choose };
}

type Weather = 'ok' | 'lost-request' | 'lost-answer' | 'limited';

function world(weather: () => Weather = () => 'ok', pause = async () => {}) {
  const server = fakeServer();
  const storage = memoryStorage();
  const lock = locks();
  let clock = 1_000_000;
  let epoch = 0;
  let serial = 0;
  async function through<T>(work: () => T): Promise<T> {
    const today = weather();
    await pause();
    if (today === 'lost-request') throw lost();
    if (today === 'limited') throw new Fault('rate_limited', false);
    const answer = work();
    await pause();
    if (today === 'lost-answer') throw lost();
    return answer;
  }
  const openTab = (more?: { identity: (payload: string) => unknown }) =>
    createOutbox<string, Match, Fault>({
      ...more,
      storage,
      lock,
      now: () => clock,
      epoch: () => String(epoch),
      random: () => 0.5,
      newKey: () => `k${++serial}`,
      newClaim: () => `c${++serial}`,
      transport: {
        submit: (key, claim, payload) => through(() => server.lead(key, claim, payload)),
        choose: (id, claim, artists) => through(() => server.choose(id, claim, artists)),
        toRefusal: asFault,
      },
    });
  return {
    server,
    storage,
    openTab,
    pass: (ms: number) => {
      clock += ms;
    },
    now: () => clock,
    beginAnew: () => {
      epoch += 1;
    },
  };
}

const stored = (storage: Storage) =>
  Array.from({ length: storage.length }, (_, i) => storage.getItem(storage.key(i) ?? '')).join();

describe('sending', () => {
  it('stores the request before the first byte leaves', async () => {
    const w = world(() => {
      expect(stored(w.storage)).toContain('a wall');
      return 'ok';
    });
    expect(await w.openTab().submit('a wall')).toMatchObject({ state: 'created' });
  });

  it('erases the text when the server has it, and keeps what choosing needs', async () => {
    const w = world();
    await w.openTab().submit('a wall');
    expect(stored(w.storage)).not.toContain('a wall');
    expect(w.openTab().all()).toMatchObject([{ state: 'created', matches: [{}, {}, {}] }]);
  });

  it('leaves a flag for other pages while something waits, and only then', async () => {
    const skies: Weather[] = ['lost-request'];
    const w = world(() => skies.shift() ?? 'ok');
    const tab = w.openTab();
    const first = await tab.submit('a wall');
    expect(w.storage.getItem(SENDING_FLAG)).toBe('1');
    if (first.state === 'waiting') await tab.flush(first.key);
    expect(w.storage.getItem(SENDING_FLAG)).toBeNull();
    expect(tab.all()).toHaveLength(1);
  });

  it('knows a request again by its identity', async () => {
    const w = world();
    const tab = w.openTab({ identity: (text) => text.trim() });
    await Promise.all([tab.submit('a wall'), tab.submit('a wall ')]);
    expect([...w.server.leads.values()].map((l) => l.payload)).toEqual(['a wall']);
  });

  it('waits longer after every failure, at most a minute', async () => {
    const w = world(() => 'lost-request');
    const tab = w.openTab();
    const waits: number[] = [];
    for (let i = 0; i < 9; i++) {
      const outcome = await tab.submit('a wall');
      if (outcome.state === 'waiting') waits.push(outcome.retryAt - w.now());
    }
    expect(waits).toEqual([750, 1500, 3000, 6000, 12_000, 24_000, 45_000, 45_000, 45_000]);
  });

  it('forgets a refused request, so that the corrected one starts anew', async () => {
    const w = world();
    expect(await w.openTab().submit('bad')).toMatchObject({ state: 'refused', key: null });
    expect(w.storage.length).toBe(0);
  });

  it('holds no text for longer than a day and one last try', async () => {
    const w = world(() => 'lost-request');
    const tab = w.openTab();
    await tab.submit('a wall');
    w.pass(KEPT_MS.sending);
    // What is found too old is tried once more: the clock may have been set.
    expect(tab.all()).toHaveLength(1);
    w.pass(10 * 60_000);
    expect(tab.all()).toEqual([]);
    expect(w.storage.length).toBe(0);
  });
});

/** A request that went out in such weather, and no answer has come for. */
async function waiting(tab: ReturnType<ReturnType<typeof world>['openTab']>) {
  const outcome = await tab.submit('a wall');
  if (outcome.state !== 'waiting') throw new Error(outcome.state);
  return outcome.key;
}

describe('changing the text while waiting', () => {
  it.each([
    ['lost-request', 'a big wall'],
    ['lost-answer', 'a wall'],
  ] as const)('sends the new text, or finds the old one (%s)', async (weather, arrived) => {
    const skies: Weather[] = [weather];
    const w = world(() => skies.shift() ?? 'ok');
    const tab = w.openTab();
    expect(await tab.submit('a big wall', await waiting(tab))).toMatchObject({
      state: 'created',
      entry: { superseded: arrived === 'a wall' },
    });
    expect([...w.server.leads.values()].map((l) => l.payload)).toEqual([arrived]);
  });

  it('keeps the key when the changed text is refused, because the old one may have arrived', async () => {
    const skies: Weather[] = ['lost-answer'];
    const w = world(() => skies.shift() ?? 'ok');
    const tab = w.openTab();
    const second = await tab.submit('bad', await waiting(tab));
    if (second.state !== 'refused') throw new Error(second.state);
    expect(tab.sending()).toEqual([]);
    await tab.submit('a tall wall', second.key);
    expect([...w.server.leads.values()].map((l) => l.payload)).toEqual(['a wall']);
  });
});

describe('what happens while a request is on its way', () => {
  /** A network that holds every request until it is told what becomes of it. */
  function held() {
    const skies: Weather[] = [];
    const doors: (() => void)[] = [];
    const pause = () => new Promise<void>((open) => doors.push(open));
    const w = world(() => skies.shift() ?? 'ok', pause);
    const tab = w.openTab();
    /** Lets everything through that asks, until the work is done. */
    const release = async <T>(work: Promise<T>): Promise<T> => {
      let done = false;
      const end = work.finally(() => {
        done = true;
      });
      while (!done) {
        doors.shift()?.();
        await new Promise((resolve) => setImmediate(resolve));
      }
      return end;
    };
    return { w, tab, skies, doors, release };
  }

  it('stays forgotten when it was given up, and the request then fails', async () => {
    const { w, tab, skies, release } = held();
    skies.push('lost-request', 'lost-request');
    const key = await release(waiting(tab));
    const retry = tab.flush(key);
    await null;
    tab.dismiss(key);
    expect(await release(retry)).toEqual({ state: 'gone' });
    expect(w.storage.length).toBe(0);
  });

  it('leaves no trace when everything was erased meanwhile', async () => {
    const { w, tab, skies, release } = held();
    skies.push('lost-request');
    const key = await release(waiting(tab));
    const retry = tab.flush(key);
    await null;
    w.storage.clear();
    w.beginAnew();
    expect(await release(retry)).toEqual({ state: 'gone' });
    expect(w.storage.length).toBe(0);
  });

  it('is told as it was when it was given up too late', async () => {
    const { tab, skies, release } = held();
    skies.push('lost-request');
    const key = await release(waiting(tab));
    const retry = tab.flush(key);
    await null;
    tab.dismiss(key);
    expect(await release(retry)).toMatchObject({ state: 'created' });
  });

  it.each(['lost-request', 'lost-answer'] as const)(
    'keeps a change of the text over a failure (%s)',
    async (weather) => {
      const { w, tab, skies, release } = held();
      skies.push('lost-request', weather);
      const key = await release(waiting(tab));
      const retry = tab.flush(key);
      const change = tab.submit('a big wall', key);
      await release(retry);
      const arrived = weather === 'lost-answer' ? 'a wall' : 'a big wall';
      expect(await release(change)).toMatchObject({
        state: 'created',
        entry: { superseded: weather === 'lost-answer' },
      });
      expect([...w.server.leads.values()].map((l) => l.payload)).toEqual([arrived]);
    },
  );
});

describe('choosing', () => {
  async function created(w: ReturnType<typeof world>) {
    const outcome = await w.openTab().submit('a wall');
    if (outcome.state !== 'created') throw new Error(outcome.state);
    return outcome.entry.key;
  }

  it('sends the choice and forgets the entry', async () => {
    const w = world();
    const key = await created(w);
    expect(await w.openTab().choose(key, ['a', 'b'])).toMatchObject({ state: 'sent', sent: 2 });
    expect(w.storage.length).toBe(0);
    expect(await w.openTab().choose(key, ['a'])).toEqual({ state: 'gone' });
  });

  it('tells the choice that counted when another one was made after a lost answer', async () => {
    const skies: Weather[] = ['ok', 'lost-answer'];
    const w = world(() => skies.shift() ?? 'ok');
    const key = await created(w);
    await w.openTab().choose(key, ['a', 'b', 'c']);
    expect(await w.openTab().choose(key, ['a'])).toEqual({
      state: 'sent',
      sent: 3,
      artists: ['a', 'b', 'c'],
    });
  });

  it('keeps the entry when the server refuses', async () => {
    const w = world();
    const key = await created(w);
    w.server.leads.clear();
    expect(await w.openTab().choose(key, ['a'])).toMatchObject({ state: 'refused' });
    expect(w.openTab().get(key)).not.toBeNull();
  });
});

/** A small seeded generator, so that a failing schedule can be run again. */
function dice(seed: number) {
  let a = seed + 0x6d2b79f5;
  return () => {
    a = Math.imul(a ^ (a >>> 15), a | 1);
    a ^= a + Math.imul(a ^ (a >>> 7), a | 61);
    return ((a ^ (a >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * One random life of a browser: two tabs, two wishes, changed texts, double clicks, reloads in the middle
 * of a request, lost requests and answers, hours passing; and at the end good weather until all is quiet.
 */
async function live(seed: number) {
  const roll = dice(seed);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(roll() * of.length)] as T;
  let storm = true;
  const w = world(
    () => (storm ? pick(['ok', 'lost-request', 'lost-answer', 'limited'] as const) : 'ok'),
    async () => {
      for (let i = Math.floor(roll() * 4); i > 0; i--) await null;
    },
  );
  const tabs = [w.openTab(), w.openTab()];
  const wishes = ['north', 'south'];
  const text = new Map(wishes.map((wish) => [wish, `${wish} 0`]));
  const amends = new Map<string, string | null>();
  const told = new Map<string, string>();
  const running: Promise<unknown>[] = [];
  const press = async (wish: string, tab: number) => {
    if (told.has(wish)) return;
    const payload = text.get(wish) as string;
    const outcome = await (tabs[tab] as (typeof tabs)[0]).submit(payload, amends.get(wish) ?? null);
    if (outcome.state === 'created') told.set(wish, outcome.entry.key);
    else if (outcome.state !== 'gone') amends.set(wish, outcome.key);
  };
  for (let step = 0; step < 12; step++) {
    const wish = pick(wishes);
    const act = pick([
      'press',
      'press',
      'double',
      'edit',
      'edit-bad',
      'reload',
      'retry',
      'hour',
      'join',
    ]);
    const tab = pick([0, 1]);
    if (act === 'press') running.push(press(wish, tab));
    if (act === 'double') running.push(press(wish, tab), press(wish, pick([0, 1])));
    // A person changes the text only after the answer or its loss has been shown.
    if (act.startsWith('edit')) {
      await Promise.all(running);
      text.set(wish, act === 'edit' ? `${wish} ${step}` : `bad ${wish}`);
    }
    if (act === 'reload') tabs[tab] = w.openTab();
    if (act === 'retry') {
      for (const e of (tabs[tab] as (typeof tabs)[0]).sending()) {
        running.push((tabs[tab] as (typeof tabs)[0]).flush(e.key));
      }
    }
    if (act === 'hour') w.pass(roll() * 60 * 60 * 1000);
    if (act === 'join') await Promise.all(running);
  }
  await Promise.all(running);
  storm = false;
  const pressed = wishes.filter((wish) => amends.has(wish) || told.has(wish));
  for (const wish of pressed) {
    if (!told.has(wish) && text.get(wish)?.startsWith('bad')) text.set(wish, `${wish} last`);
    await press(wish, 0);
  }
  return { ...w, tabs, pressed, told };
}

describe('random lives', () => {
  const LIVES = effort(100);

  it(`loses nothing and doubles nothing in ${LIVES} schedules`, { tags: 'effort' }, async () => {
    for (let seed = 0; seed < LIVES; seed++) {
      const { server, pressed, told, storage } = await live(seed);
      const perWish = pressed.map(
        (wish) => [...server.leads.values()].filter((l) => l.payload.startsWith(wish)).length,
      );
      expect({ seed, perWish }).toEqual({ seed, perWish: pressed.map(() => 1) });
      expect({ seed, told: told.size }).toEqual({ seed, told: pressed.length });
      expect(stored(storage)).not.toMatch(/"payload":/);
    }
  });
});
