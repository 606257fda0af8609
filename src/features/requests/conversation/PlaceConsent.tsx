import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { useAction } from '#ui/hooks/use-action.ts';
import { useLoad } from '#ui/hooks/use-load.ts';
import type { LiveConversation } from './live-conversation.store.ts';

interface Props {
  conversation: LiveConversation;
  artist: string;
}

/** Asks the client, once the wall is painted, what a public page of it may show; the answer can be changed. */
export function PlaceConsent({ conversation, artist }: Props) {
  const [{ read, answer }] = useState(conversation.consent);
  const { data, change } = useLoad(read);
  const { busy, run } = useAction(
    async (granted: boolean) => {
      await answer(granted);
      change(() => ({ granted }));
    },
    (error) => conversation.explain(error, 'Your answer wasn’t saved. Try again.'),
  );
  // It can wait: nothing is shown without an answer.
  if (!data) return null;
  const choice = (granted: boolean, label: string) => (
    <Button
      size="sm"
      variant={data.granted === granted ? 'primary' : 'secondary'}
      aria-pressed={data.granted === granted}
      busy={busy}
      onClick={() => void run(granted)}
    >
      {label}
    </Button>
  );
  return (
    <section
      aria-labelledby="consent"
      className="flex flex-col gap-3 border-line border-t px-4 py-4 sm:px-5"
    >
      <h3
        id="consent"
        className="font-semibold wrap-anywhere"
      >{`May ${artist} show where the wall is?`}</h3>
      <p className="text-ink-2 text-sm">
        <span>{artist}</span> can make a public page of the finished wall. If you say no, it names
        only the city and shows none of your photos. Change your answer anytime.
      </p>
      <div className="flex flex-wrap gap-3">
        {choice(true, 'Yes')}
        {choice(false, 'No, Only the City')}
      </div>
    </section>
  );
}
