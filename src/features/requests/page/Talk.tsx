import { useEffect, useState } from 'react';
import { dayLabel, plural } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { ConversationSection } from '../conversation/ConversationSection.tsx';
import type { Choosing } from '../proposals/Comparison.tsx';
import { type Proposal, priceLabel } from '../proposals/proposal.ts';
import { isSilent, talkButtonId } from './Holders.tsx';
import type { Talks } from './request-props.ts';
import { showTalk, TALK_ID } from './show-talk.ts';
import type { TrackedRequest } from './tracked-request.ts';

interface Props {
  artist: TrackedRequest['artists'][number];
  talks: Talks;
  /** What the artist offers, while it can be accepted or declined. */
  proposal: Proposal | undefined;
  onChoose: (choosing: Choosing) => void;
}

/** The conversation with one of the artists who have the request. */
export function Talk({ artist, talks, proposal, onChoose }: Props) {
  const [conversation] = useState(() => talks.begin(artist.id));
  const [begins] = useState(() => isSilent(artist));
  useEffect(showTalk, []);
  const close = () => {
    document.getElementById(talkButtonId(artist.id))?.focus();
    talks.open(null);
  };
  return (
    <section aria-labelledby={TALK_ID} className="flex flex-col gap-4">
      <div className="flex items-center justify-between gap-4">
        <h2 id={TALK_ID} tabIndex={-1} className="font-display text-2xl outline-none wrap-anywhere">
          {artist.name}
        </h2>
        <Button variant="secondary" size="sm" onClick={close}>
          Close
        </Button>
      </div>
      {proposal && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-card border-2 border-leaf bg-paper-2 p-4">
          <p className="flex flex-wrap items-baseline gap-x-3">
            <strong className="font-display text-xl">{priceLabel(proposal)}</strong>
            <span>{`${plural(proposal.days, 'day')}, from ${dayLabel(proposal.starts_on)}`}</span>
          </p>
          <p className="flex flex-wrap gap-2">
            <Button size="sm" onClick={() => onChoose({ answer: 'accept', id: proposal.id })}>
              Accept This Proposal
            </Button>
            <Button
              variant="ghost"
              size="sm"
              onClick={() => onChoose({ answer: 'decline', id: proposal.id })}
            >
              Decline
            </Button>
          </p>
        </div>
      )}
      <ConversationSection
        conversation={conversation}
        artistName={artist.name}
        begins={begins}
        onMoved={talks.onChange}
      />
    </section>
  );
}
