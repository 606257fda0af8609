import type { ErrorCode } from './errors.ts';

/**
 * What a form shows beside what it was typed against: `stored` is the row as it was last read, `draft` what is in the
 * fields. `show` turns a row's value into what its field holds; both have the same keys.
 */
export interface DraftState<Row, Draft> {
  stored: Row;
  draft: Draft;
}
export type Show<Row, Draft> = (row: Row) => Draft;

/** A field that was changed here and, differently, elsewhere. */
export interface Conflict<Draft, Field extends keyof Draft = keyof Draft> {
  field: Field;
  mine: Draft[Field];
  theirs: Draft[Field];
}

/** White space at the ends is not stored. */
const asStored = (a: string, b: string) => a.trim() === b.trim();
const exactly = (a: string, b: string) => a === b;

/** Which list or object holds the same items makes no difference. */
function same(a: unknown, b: unknown, texts = asStored): boolean {
  if (typeof a === 'string' && typeof b === 'string') return texts(a, b);
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return Object.is(a, b);
  const [keys, others] = [Object.keys(a), Object.keys(b)];
  return (
    Array.isArray(a) === Array.isArray(b) &&
    keys.length === others.length &&
    keys.every(
      (key) => Object.hasOwn(b, key) && same(Reflect.get(a, key), Reflect.get(b, key), texts),
    )
  );
}

const keysOf = <T extends object>(value: T) => Object.keys(value) as (keyof T & string)[];

/** The fields of a row or draft, alone. */
export function pick<T extends object, F extends keyof T>(
  from: T,
  fields: readonly F[],
): Pick<T, F> {
  return Object.fromEntries(fields.map((field) => [field, from[field]])) as Pick<T, F>;
}

export function changedFields<Draft extends object>(draft: Draft, stored: Draft) {
  return keysOf(stored).filter((field) => !same(draft[field], stored[field], exactly));
}

/**
 * Brings what was saved elsewhere into a form: fields that were not touched here follow, those that only were touched
 * here stay, and those that both sides changed stay as they are and go on being judged by what was read before.
 */
export function mergeElsewhere<Row extends object, Draft extends Record<keyof Row, unknown>>(
  { stored, draft }: DraftState<Row, Draft>,
  theirs: Row,
  show: Show<Row, Draft>,
): DraftState<Row, Draft> & { conflicts: Conflict<Draft>[] } {
  const [base, shown] = [show(stored), show(theirs)];
  const conflicts: Conflict<Draft>[] = [];
  const next = { stored: { ...theirs }, draft: { ...draft } };
  for (const field of keysOf(stored)) {
    const moved = !same(shown[field], base[field]);
    // A space alone is no change; but while nobody else changes the field, a word may follow it.
    if (same(draft[field], base[field], exactly) || (moved && same(draft[field], base[field]))) {
      next.draft[field] = shown[field];
    } else if (moved && !same(shown[field], draft[field])) {
      next.stored[field] = stored[field];
      conflicts.push({ field, mine: draft[field], theirs: shown[field] });
    }
  }
  return { ...next, conflicts };
}

/**
 * A form once the fields of `sent` that differ from what was stored are saved: what was typed while they were on their
 * way stays typed and unsaved, everything else is as `saved` says.
 */
export function afterSave<Row extends object, Draft extends Record<keyof Row, unknown>>(
  state: DraftState<Row, Draft>,
  sent: Draft,
  saved: Row,
  show: Show<Row, Draft>,
): DraftState<Row, Draft> {
  const base = show(state.stored);
  const mine = changedFields(sent, base);
  // What this form has just stored itself is nobody else's change.
  const stored = { ...state.stored, ...pick(saved, mine as (keyof Row)[]) };
  const shown = show(stored);
  const draft = { ...state.draft };
  for (const field of keysOf(stored)) {
    if (Object.is(draft[field], sent[field])) draft[field] = shown[field];
  }
  const merged = mergeElsewhere({ stored, draft }, saved, show);
  return { stored: merged.stored, draft: merged.draft };
}

/** A form that starts anew after `sent` has gone: what was typed meanwhile stays. */
export function clearSent<Draft extends object>(draft: Draft, sent: Draft, empty: Draft): Draft {
  return { ...empty, ...pick(draft, changedFields(draft, sent)) };
}

/** A form whose conflicts are decided: nothing is compared with what was read before any more. */
export function decided<Row extends object, Draft extends Record<keyof Row, unknown>>(
  { stored, draft }: DraftState<Row, Draft>,
  theirs: Row,
  show: Show<Row, Draft>,
  choices: Partial<Record<keyof Draft & string, 'mine' | 'theirs'>>,
): DraftState<Row, Draft> {
  const next = { stored: { ...stored }, draft: { ...draft } };
  const shown = show(theirs);
  for (const [field, choice] of Object.entries(choices) as [keyof Row, 'mine' | 'theirs'][]) {
    next.stored[field] = theirs[field];
    if (choice === 'theirs') next.draft[field] = shown[field] as Draft[keyof Row];
  }
  return next;
}

const STALE: ErrorCode = 'changed_elsewhere';

/** Whether a save was refused because what it was typed against is no longer what is stored. */
export function isStale(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === STALE;
}
