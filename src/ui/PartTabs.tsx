import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { cx } from './cx.ts';
import { onPartOpened } from './open-part.ts';
import type { Pieces } from './pieces.ts';
import { Skeleton } from './Spinner.tsx';

interface Part {
  id: string;
  title: string;
  /** The id of the heading in it that people are led to. */
  heading: string;
  /** How much in it is new. */
  news?: number;
  content: Pieces;
}

interface Props {
  label: string;
  parts: readonly Part[];
  /** Which one waits for the reader; undefined until that is known. */
  turn: string | null | undefined;
  /** Which one is asked for, before any press. */
  asked?: string | null;
}

const KEYS = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity } as const;

/**
 * The parts of a page as tabs. The end of the address names the open one, behind what else stands after its `#`; without
 * that it is the one that waits for the reader, and it stays while the page is open. One that was open goes on living.
 */
export function PartTabs({ label, parts, turn, asked }: Props) {
  const [chosen, setChosen] = useState(() => named(parts) ?? asked ?? null);
  const [visited, setVisited] = useState<readonly string[]>([]);
  if (chosen === null && turn !== undefined) setChosen(turn ?? parts[0]?.id ?? null);
  if (chosen !== null && !visited.includes(chosen)) setVisited([...visited, chosen]);
  const list = useRef<HTMLDivElement>(null);
  const choose = (id: string) => {
    setChosen(id);
    history.replaceState(history.state, '', `${restOf(location.hash, parts)}${id}`);
  };
  const latest = useRef({ parts, choose });
  latest.current = { parts, choose };
  useEffect(() => {
    const follow = () => {
      const id = named(latest.current.parts);
      if (id) setChosen(id);
    };
    addEventListener('hashchange', follow);
    const stop = onPartOpened((heading) => {
      const part = latest.current.parts.find((one) => one.heading === heading);
      if (part) latest.current.choose(part.id);
    });
    return () => {
      stop();
      removeEventListener('hashchange', follow);
    };
  }, []);
  const move = (event: KeyboardEvent) => {
    const step = KEYS[event.key as keyof typeof KEYS];
    if (step === undefined) return;
    event.preventDefault();
    const at = parts.findIndex(({ id }) => id === chosen);
    const next = Number.isFinite(step)
      ? (at + step + parts.length) % parts.length
      : step < 0
        ? 0
        : parts.length - 1;
    choose(parts[next]?.id ?? '');
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="flex border-line border-b-2 print:hidden"
        onKeyDown={move}
      >
        {parts.map(({ id, title, news = 0 }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={tabId(id)}
            aria-selected={chosen === id}
            aria-controls={panelId(id)}
            tabIndex={(chosen ?? parts[0]?.id) === id ? 0 : -1}
            className={cx(
              '-mb-0.5 min-h-11 grow border-b-4 px-1.5 text-sm sm:grow-0 sm:px-5 sm:text-base',
              chosen === id ? 'border-brand font-semibold' : 'border-transparent text-ink-2',
            )}
            onClick={() => choose(id)}
          >
            <span>{title}</span>
            {news > 0 && chosen !== id && (
              <span className="ms-1.5 rounded-full bg-brand px-2 py-0.5 font-semibold text-brand-ink text-xs">
                <span>{news}</span>
                <span className="sr-only"> new</span>
              </span>
            )}
            {turn === id && (
              <span className="ms-1 text-brand">
                <span aria-hidden="true">●</span>
                <span className="sr-only">: your turn</span>
              </span>
            )}
          </button>
        ))}
      </div>
      {chosen === null && <Skeleton className="h-[50dvh]" />}
      {parts.map(({ id, content }) => (
        <div
          key={id}
          role="tabpanel"
          id={panelId(id)}
          aria-labelledby={tabId(id)}
          hidden={chosen !== id}
          className="min-h-[50dvh] min-w-0 flex-col gap-6 not-[[hidden]]:flex print:min-h-0"
        >
          {visited.includes(id) && content}
        </div>
      ))}
    </div>
  );
}

const tabId = (id: string) => `tab-${id}`;
const panelId = (id: string) => `part-${id}`;

function named(parts: readonly Part[]): string | null {
  const last = location.hash.split(/[#&]/).at(-1);
  return parts.find(({ id }) => id === last)?.id ?? null;
}

/** What stands behind `#` before the name of a part, ready to be followed by one. */
function restOf(hash: string, parts: readonly Part[]): string {
  const pieces = hash.replace(/^#/, '').split('&').filter(Boolean);
  if (parts.some(({ id }) => id === pieces.at(-1))) pieces.pop();
  return `#${[...pieces, ''].join('&')}`;
}
