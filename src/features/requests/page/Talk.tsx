import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { ConversationSection } from '../conversation/ConversationSection.tsx';
import { talkButtonId } from './Holders.tsx';
import type { Talks } from './request-props.ts';
import type { TrackedRequest } from './tracked-request.ts';

interface Props {
  artist: TrackedRequest['artists'][number];
  talks: Talks;
}

/** The conversation with one of the artists who have the request. */
export function Talk({ artist, talks }: Props) {
  const [conversation] = useState(() => talks.begin(artist.id));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    // With as much of the box as there is room for.
    heading.current?.scrollIntoView();
  }, []);
  const close = () => {
    document.getElementById(talkButtonId(artist.id))?.focus();
    talks.open(null);
  };
  return (
    <section aria-labelledby="talk" className="flex flex-col gap-4">
      <div className="flex items-center justify-between gap-4">
        <h2
          id="talk"
          ref={heading}
          tabIndex={-1}
          className="font-display text-2xl outline-none wrap-anywhere"
        >
          {artist.name}
        </h2>
        <Button variant="secondary" size="sm" onClick={close}>
          Close
        </Button>
      </div>
      <ConversationSection
        conversation={conversation}
        artistName={artist.name}
        onMoved={talks.onChange}
      />
    </section>
  );
}
