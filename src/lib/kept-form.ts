import type { DraftState } from './draft.ts';
import { z } from './zod.ts';

/** What was typed into a form of these fields and is not saved yet, with what it was typed against. */
export function keptForm<Row, Draft>(fields: readonly string[]) {
  return z.custom<DraftState<Row, Draft>>((kept) => {
    const { stored, draft } = (kept ?? {}) as Partial<DraftState<object, object>>;
    return fields.every(
      (field) => stored && draft && Object.hasOwn(stored, field) && Object.hasOwn(draft, field),
    );
  });
}
