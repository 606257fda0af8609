import { useCallback, useRef, useState } from 'react';
import type { KeptDraft } from '#browser/kept-draft.ts';
import {
  afterSave,
  type Conflict,
  changedFields,
  type DraftState,
  decided,
  isStale,
  mergeElsewhere,
  pick,
  type Show,
} from '#lib/draft.ts';
import { warmToaster } from '../overlays/toast.ts';

/** A save that is overtaken this often is not tried again by itself. */
const MAX_ATTEMPTS = 4;

export type Choices<Draft> = Partial<Record<keyof Draft & string, 'mine' | 'theirs'>>;

export interface DraftOptions<Row, Draft> {
  /** Called once: the row that was read, and what its form begins with. */
  begin: () => DraftState<Row, Draft>;
  show: Show<Row, Draft>;
  /** Whether the draft may be sent, or the fields that stay behind while the others go; it says itself what is wrong. */
  check: (draft: Draft) => boolean | readonly (keyof Draft & string)[];
  /** Saves these fields against `stored` and gives the row. Throws what `isStale` knows when that is not stored any more. */
  write: (draft: Draft, changed: (keyof Draft & string)[], stored: Row) => Promise<Row>;
  /** The row as it is now. */
  read: () => Promise<Row>;
  /** Where the browser keeps what is typed until it is saved or discarded. */
  kept?: (() => KeptDraft<DraftState<Row, Draft>>) | undefined;
  /** Told of every new state. */
  onState?: (state: DraftState<Row, Draft>) => void;
}

interface Question<Row, Draft> {
  conflicts: Conflict<Draft>[];
  theirs: Row;
}

/**
 * The fields of a form that edits something stored. Only what was changed is saved, against what was read; what is typed
 * while a save is under way stays. What was saved elsewhere meanwhile is merged in silence where it can be; where
 * it cannot, `question` holds both sides until a person decides, and nothing is overwritten before.
 */
export function useDraft<Row extends object, Draft extends Record<keyof Row, unknown>>(
  options: DraftOptions<Row, Draft>,
) {
  const [state, setState] = useState(() => options.kept?.().load() ?? options.begin());
  const [question, setQuestion] = useState<Question<Row, Draft> | null>(null);
  /** The same as `state`, before it is drawn. */
  const latest = useRef(state);
  const given = useRef(options);
  given.current = options;

  const put = useCallback((next: DraftState<Row, Draft>) => {
    latest.current = next;
    setState(next);
    const { kept, onState, show } = given.current;
    onState?.(next);
    if (changedFields(next.draft, show(next.stored)).length > 0) kept?.().save(next);
    else kept?.().erase();
  }, []);

  const set = useCallback(
    <F extends keyof Draft>(field: F, value: Draft[F]) => {
      // Before the press, so that losing the network is said in the same way as anything else.
      warmToaster();
      put({ ...latest.current, draft: { ...latest.current.draft, [field]: value } });
    },
    [put],
  );

  /** Shows what is stored again. */
  const discard = useCallback(() => {
    const { stored } = latest.current;
    put({ stored, draft: given.current.show(stored) });
  }, [put]);

  /**
   * Gives 'saved'; 'refused' when something of the draft broke a rule; 'asked' when a person has to decide first.
   * Throws as `write` does.
   */
  const save = useCallback(async (): Promise<'saved' | 'refused' | 'asked'> => {
    for (let attempt = 1; ; attempt++) {
      const { show, check, write, read } = given.current;
      const { stored, draft } = latest.current;
      const shown = show(stored);
      const fit = check(draft);
      const behind = typeof fit === 'boolean' ? [] : fit;
      const sent = { ...draft, ...pick(shown, behind) };
      const changed = changedFields(sent, shown);
      if (!fit || (behind.length > 0 && changed.length === 0)) return 'refused';
      try {
        const saved = await write(sent, changed, stored);
        put(afterSave(latest.current, sent, saved, show));
        return behind.length > 0 ? 'refused' : 'saved';
      } catch (error) {
        if (!isStale(error) || attempt === MAX_ATTEMPTS) throw error;
      }
      const theirs = await read();
      const { conflicts, ...merged } = mergeElsewhere(latest.current, theirs, show);
      put(merged);
      if (conflicts.length > 0) {
        setQuestion({ conflicts, theirs });
        return 'asked';
      }
    }
  }, [put]);

  /** Answers the question; saving is then up to the caller. */
  const decide = useCallback(
    (choices: Choices<Draft>) => {
      if (question) put(decided(latest.current, question.theirs, given.current.show, choices));
      setQuestion(null);
    },
    [put, question],
  );
  const postpone = useCallback(() => setQuestion(null), []);
  const isUnsaved = ({ stored, draft }: DraftState<Row, Draft>) =>
    changedFields(draft, options.show(stored)).length > 0;

  return {
    draft: state.draft,
    unsaved: isUnsaved(state),
    /** As `unsaved`, for code that runs between two drawings. */
    hasUnsaved: () => isUnsaved(latest.current),
    question: question?.conflicts ?? null,
    set,
    discard,
    save,
    decide,
    postpone,
  };
}
