import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { plural } from '#lib/format.ts';
import { LIMITS } from '#lib/limits.ts';
import { Input } from '#ui/forms/controls.tsx';
import { useLoad } from '#ui/hooks/use-load.ts';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import { Dialog } from '#ui/overlays/Dialog.tsx';
import type { Found, StartFind } from './found.ts';

interface Props {
  startFind: StartFind;
  onClose: () => void;
}

/** So long a pause in typing asks. */
const PAUSE_MS = 150;

/** Finds anything of a dashboard: a search, and what it leads to, by keyboard or by finger. */
export function FindDialog({ startFind, onClose }: Props) {
  const id = useId();
  const [find] = useState(startFind);
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  const [active, setActive] = useState(0);
  /** The search whose first result Enter asked for before it was there. */
  const [entered, setEntered] = useState<string | null>(null);
  const typed = text.trim();
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const load = useCallback(
    async (signal: AbortSignal) => ({ search, groups: await find(search, signal) }),
    [find, search],
  );
  const { data, failed, reload } = useLoad(load);
  const groups = (data?.groups ?? []).filter(({ found }) => found.length > 0);
  const all = groups.flatMap(({ found }) => found);
  const isAnswered = data?.search === typed;
  const optionId = (index: number) => `${id}-${index}`;

  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  useEffect(() => {
    if (entered === null || entered !== data?.search) return;
    setEntered(null);
    // As a press of its own: the dialog is closed then before the history follows.
    setTimeout(() => document.getElementById(`${id}-${active}`)?.click());
  }, [id, active, entered, data]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      setSearch(typed);
      setEntered(typed);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : all.length - 1;
      if (all.length > 0) setActive((active + step) % all.length);
    } else return;
    event.preventDefault();
  };

  return (
    <Dialog open onClose={onClose} title="Find" className="mt-[max(1rem,8dvh)]">
      <Input
        ref={input}
        type="text"
        role="combobox"
        aria-label="Find a page, lead, person or mural"
        aria-autocomplete="list"
        aria-expanded={all.length > 0}
        aria-controls={all.length > 0 ? id : undefined}
        aria-activedescendant={all.length > 0 ? optionId(active) : undefined}
        autoComplete="off"
        enterKeyHint="go"
        maxLength={LIMITS.adminSearch}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setActive(0);
          setEntered(null);
        }}
        onKeyDown={onKeyDown}
        className="control mt-2 w-full"
      />
      {failed && <LoadFailed text="The results didn’t load." onRetry={reload} />}
      <p role="status" className={all.length > 0 ? 'sr-only' : 'py-6 text-center text-ink-2'}>
        {isAnswered && !failed && typed && countOf(all.length)}
      </p>
      {all.length > 0 && (
        <div role="listbox" id={id} aria-label="Results" className="mt-3 flex flex-col gap-3">
          {groups.map(({ title, found }) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list of options
            <div key={title} role="group" aria-labelledby={`${id}-${title}`}>
              <div
                id={`${id}-${title}`}
                className="px-3 pb-1 font-semibold text-ink-2 text-xs uppercase tracking-wider"
              >
                {title}
              </div>
              {found.map((one) => (
                <Option
                  key={one.href}
                  id={optionId(all.indexOf(one))}
                  found={one}
                  isActive={all[active] === one}
                />
              ))}
            </div>
          ))}
        </div>
      )}
    </Dialog>
  );
}

const countOf = (count: number): string =>
  count === 0 ? 'Nothing found' : plural(count, 'result');

/** A link, so that it opens in a tab of its own as links do; the focus stays in the search. */
function Option({ id, found, isActive }: { id: string; found: Found; isActive: boolean }) {
  return (
    <a
      role="option"
      id={id}
      href={found.href}
      tabIndex={-1}
      aria-selected={isActive}
      className="flex min-h-11 flex-wrap items-center gap-x-3 rounded-control px-3 py-1.5 text-ink no-underline hover:bg-line/50 aria-selected:bg-ink aria-selected:text-paper"
    >
      <span className="font-semibold wrap-anywhere">{found.label}</span>
      <span className="text-sm opacity-85 wrap-anywhere">{found.detail}</span>
    </a>
  );
}
