import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { plural } from '#lib/format.ts';
import { TOASTS } from '#lib/toasts.ts';
import { Button } from '#ui/Button.tsx';
import { toast } from '#ui/overlays/toast.ts';
import type { Match } from '../../lead.ts';
import { MatchCard } from '../MatchCard.tsx';
import { markChoosing } from '../own-entry.store.ts';
import { ProfileSheet } from '../ProfileSheet.tsx';

interface ArtistChoiceProps {
  matches: readonly Match[];
  /** Chosen before the person says anything: those they asked for or had saved, or an unanswered choice. */
  preselected: readonly string[];
  /** The request has arrived just now: that is said once there is something to see that it may not cover. */
  arrived: boolean;
  /** An earlier version of the text is the one that arrived. */
  superseded: boolean;
  busy: boolean;
  onSend: (artists: string[]) => void;
  onSkip: () => void;
}

/** The step after the form: the person picks artists for the request, or skips (specification, section 4). */
export function ArtistChoice(props: ArtistChoiceProps) {
  const { matches, preselected, arrived, superseded, busy, onSend, onSkip } = props;
  const [chosen, setChosen] = useState(() => new Set(preselected));
  const [opened, setOpened] = useState<Match | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useLayoutEffect(() => {
    if (arrived) scrollTo(0, 0);
    markChoosing(true);
    return () => markChoosing(false);
  }, [arrived]);
  useEffect(() => {
    if (arrived) void toast.success(TOASTS.quoteSubmitted);
  }, [arrived]);

  const select = (id: string, on: boolean) =>
    setChosen((now) => new Set(on ? [...now, id] : [...now].filter((other) => other !== id)));
  const send = () => {
    const ids = matches.map((match) => match.id).filter((id) => chosen.has(id));
    if (ids.length === 0) void toast.error(TOASTS.selectArtist);
    else onSend(ids);
  };

  return (
    <section aria-labelledby="choice-title" className="quote-artists flex flex-col gap-6">
      <div className="flex flex-col gap-2">
        <h1
          id="choice-title"
          ref={heading}
          tabIndex={-1}
          className="font-display text-section outline-none"
        >
          Artists who fit your project
        </h1>
        <p className="max-w-prose text-ink-2">
          Almost done: choose the artists who should get your request, or choose later on its page.
        </p>
        {superseded && (
          <p className="max-w-prose rounded-control border border-accent bg-paper-2 px-4 py-3">
            We kept the earlier version, which had already reached us.
          </p>
        )}
      </div>
      <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {matches.map((match) => (
          <MatchCard
            key={match.id}
            match={match}
            selected={chosen.has(match.id)}
            onSelect={(on) => select(match.id, on)}
            onOpen={() => setOpened(match)}
          />
        ))}
      </ul>
      <div className="quote-send">
        <Button size="lg" busy={busy} onClick={send}>
          {chosen.size > 0 ? `Send to ${plural(chosen.size, 'Artist')}` : 'Send to Artists'}
        </Button>
        <Button size="lg" variant="ghost" disabled={busy} onClick={onSkip}>
          Skip
        </Button>
      </div>
      {opened && (
        <ProfileSheet
          match={opened}
          selected={chosen.has(opened.id)}
          onSelect={(on) => select(opened.id, on)}
          onClose={() => setOpened(null)}
        />
      )}
    </section>
  );
}
