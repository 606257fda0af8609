import { useEffect, useState } from 'react';
import type { AssignmentKey } from '#lib/assignment-key.ts';
import { SmallButton } from '#ui/Button.tsx';
import { ConversationSection } from '../conversation/ConversationSection.tsx';
import type { Talks } from './request-props.ts';
import { isSilent, showTalk, TALK_ID, talkButtonId } from './show-talk.ts';
import type { Holder } from './tracked-request.ts';

interface Props {
  of: AssignmentKey;
  artist: Holder;
  talks: Talks;
}

/** The conversation with one of the artists who have the request. */
export function Talk({ of, artist, talks }: Props) {
  const [begins] = useState(() => isSilent(artist));
  useEffect(showTalk, []);
  const close = () => {
    document.getElementById(talkButtonId(artist.id))?.focus();
    talks.open(null);
    // What was read in it is not new any more.
    talks.onChange();
  };
  return (
    <section aria-labelledby={TALK_ID} className="flex w-full min-w-0 flex-col gap-3">
      <div className="flex items-center justify-between gap-4">
        <h2 id={TALK_ID} tabIndex={-1} className="font-display text-xl outline-none wrap-anywhere">
          {artist.name}
        </h2>
        <SmallButton onClick={close}>Close</SmallButton>
      </div>
      <ConversationSection
        of={of}
        artistName={artist.name}
        begins={begins}
        onMoved={talks.onChange}
      />
    </section>
  );
}
