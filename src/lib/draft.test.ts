import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterSave, changedFields, clearSent, decided, isStale, mergeElsewhere } from './draft.ts';

interface Row {
  a: string | null;
  b: string | null;
  on: boolean;
}
const show = (row: Row) => ({ a: row.a ?? '', b: row.b ?? '', on: row.on });
const stored: Row = { a: 'a0', b: null, on: false };
const draft = show(stored);

describe('changedFields', () => {
  it('names what differs, and nothing of an untouched form', () => {
    expect(changedFields(draft, draft)).toEqual([]);
    expect(changedFields({ ...draft, b: 'x', on: true }, draft)).toEqual(['b', 'on']);
  });

  it('counts a space, and not a list that is made anew from the same row', () => {
    const rows = (text: string) => ({ list: [{ text }] });
    expect(changedFields(rows('a'), rows('a'))).toEqual([]);
    expect(changedFields(rows('a '), rows('a'))).toEqual(['list']);
  });
});

describe('mergeElsewhere', () => {
  it('knows lists and details that are the same from those that are not', () => {
    const rows = (list: string[], detail: object) => ({ list, detail });
    const base = rows(['a'], { url: { x: 0.5, alt: 'A' } });
    const mine = { list: ['a', 'b'], detail: { url: { alt: 'B', x: 0.5 } } };
    const merge = (theirs: typeof base) =>
      mergeElsewhere({ stored: base, draft: mine }, theirs, (row) => row);
    // Read anew, it is another object with the same in it.
    expect(merge(rows(['a'], { url: { alt: 'A', x: 0.5 } })).conflicts).toEqual([]);
    expect(merge(rows(['a', 'c'], { url: { alt: 'A', x: 0.5 } })).conflicts).toMatchObject([
      { field: 'list' },
    ]);
    expect(merge(rows(['a'], { url: { alt: 'C', x: 0.5 } })).conflicts).toMatchObject([
      { field: 'detail' },
    ]);
  });

  const merge = (mine: Partial<typeof draft>, theirs: Partial<Row>) =>
    mergeElsewhere({ stored, draft: { ...draft, ...mine } }, { ...stored, ...theirs }, show);

  it('asks about what both sides changed, and forgets neither side nor what was read', () => {
    expect(merge({ a: 'mine', b: 'mine' }, { a: 'theirs' })).toEqual({
      stored: { a: 'a0', b: null, on: false },
      draft: { a: 'mine', b: 'mine', on: false },
      conflicts: [{ field: 'a', mine: 'mine', theirs: 'theirs' }],
    });
  });

  it('does not ask when both sides mean the same', () => {
    expect(merge({ a: 'new ', on: true }, { a: 'new', on: true })).toMatchObject({
      stored: { a: 'new', on: true },
      conflicts: [],
    });
  });

  it('never changes a touched field, and asks exactly where both sides differ from before and each other', () => {
    const value = fc.constantFrom('', 'x', 'y', 'z');
    const row = fc.record({ a: value, b: value, on: fc.boolean() });
    const same = (value: Row) => ({ ...value, a: value.a ?? '', b: value.b ?? '' });
    fc.assert(
      fc.property(row, row, row, (base, mine, theirs) => {
        const merged = mergeElsewhere({ stored: base, draft: mine }, theirs, same);
        for (const field of ['a', 'b', 'on'] as const) {
          const touched = mine[field] !== base[field];
          expect(merged.draft[field]).toBe(touched ? mine[field] : theirs[field]);
          const asked = merged.conflicts.some((conflict) => conflict.field === field);
          expect(asked).toBe(
            touched && theirs[field] !== base[field] && theirs[field] !== mine[field],
          );
        }
      }),
    );
  });
});

describe('afterSave', () => {
  const sent = { ...draft, a: ' a1 ' };
  const saved: Row = { ...stored, a: 'a1' };

  it('leaves an untouched form saved, with the values as they were stored', () => {
    const state = afterSave({ stored, draft: sent }, sent, saved, show);
    expect(state).toEqual({ stored: saved, draft: show(saved) });
    expect(changedFields(state.draft, show(state.stored))).toEqual([]);
  });

  it('keeps what was typed meanwhile, unsaved, in the saved field and in others', () => {
    const typed = { ...sent, a: 'a2', b: 'b2' };
    const state = afterSave({ stored, draft: typed }, sent, saved, show);
    expect(state).toEqual({ stored: saved, draft: typed });
    expect(changedFields(state.draft, show(state.stored))).toEqual(['a', 'b']);
  });

  it('keeps a space after which a word may follow', () => {
    const state = afterSave({ stored, draft: { ...sent, a: 'a1 ' } }, sent, saved, show);
    expect(state.draft.a).toBe('a1 ');
  });

  it('keeps a field that was put back meanwhile as unsaved', () => {
    const state = afterSave({ stored, draft }, sent, saved, show);
    expect(changedFields(state.draft, show(state.stored))).toEqual(['a']);
  });

  it('lets the next save ask about what was typed meanwhile and changed elsewhere too', () => {
    const typed = { ...sent, b: 'mine' };
    const state = afterSave({ stored, draft: typed }, sent, { ...saved, b: 'theirs' }, show);
    expect(state.stored.b).toBeNull();
    expect(state.draft.b).toBe('mine');
  });
});

it('clearSent empties what was sent and keeps what was typed meanwhile', () => {
  const empty = { a: '', b: '' };
  expect(clearSent({ a: 'x', b: 'yz' }, { a: 'x', b: 'y' }, empty)).toEqual({ a: '', b: 'yz' });
});

describe('decided', () => {
  it('puts the chosen side into each field, and judges it by what is stored now', () => {
    const theirs = { a: 'theirs', b: 'theirs', on: false };
    const mine = { a: 'mine', b: 'mine', on: true };
    expect(decided({ stored, draft: mine }, theirs, show, { a: 'mine', b: 'theirs' })).toEqual({
      stored: { a: 'theirs', b: 'theirs', on: false },
      draft: { a: 'mine', b: 'theirs', on: true },
    });
  });
});

it('knows a stale save by its code', () => {
  expect(isStale({ code: 'changed_elsewhere' })).toBe(true);
  for (const error of [null, undefined, 'x', { code: 'network' }])
    expect(isStale(error)).toBe(false);
});
