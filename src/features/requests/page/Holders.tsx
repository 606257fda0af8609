import { paths } from '#config/paths.ts';
import { Button, SmallButton } from '#ui/Button.tsx';
import { openPart } from '#ui/open-part.ts';
import { toast } from '#ui/overlays/toast.ts';
import { When } from '#ui/When.tsx';
import { AssignmentBadge } from '../AssignmentBadge.tsx';
import type { RequestProps, Talks } from './request-props.ts';
import { isSilent, showTalk, TALK_ID, talkButtonId } from './show-talk.ts';
import { Talk } from './Talk.tsx';
import { type Holder, hasJobPage, isChosen } from './tracked-request.ts';
import { useChange } from './use-change.ts';

interface Props extends RequestProps {
  talks: Talks;
}

/** The artists who have the request, how far each is, and the way to talk to each. */
export function Holders({ talks, ...props }: Props) {
  const { artists } = props.request;
  return (
    <section aria-labelledby="holders" className="rounded-card bg-paper-2 p-5">
      <h2 id="holders" className="font-display text-xl">
        Sent to
      </h2>
      {artists.length === 0 && <p className="mt-3">No artist has this request yet.</p>}
      <ul className="mt-3 flex flex-col divide-y divide-line empty:hidden">
        {artists.map((artist) => (
          <HolderRow key={artist.id} {...props} artist={artist} talks={talks} />
        ))}
      </ul>
    </section>
  );
}

function HolderRow({ actions, request, onChange, artist, talks }: Props & { artist: Holder }) {
  const { id, name, slug, state, updated_at, unread, reported } = artist;
  const inJob = hasJobPage(request, artist);
  const isOpen = talks.artist === id && !inJob;
  const { busy, attempt } = useChange(actions, onChange);
  const askable = request.state === 'open' && !reported && !isChosen(request) && state === 'passed';
  const askAgain = () =>
    attempt(async () => {
      onChange(await actions.askAgain(id));
      void toast.success(`We’ve asked ${name} again`);
    });
  const silent = isSilent(artist);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      {slug ? (
        <a href={paths.artist(slug)} className="font-semibold underline wrap-anywhere">
          {name}
        </a>
      ) : (
        <span className="font-semibold wrap-anywhere">{name}</span>
      )}
      <span className="flex shrink-0 items-center gap-3 text-ink-2 text-sm">
        <When iso={updated_at} />
        <AssignmentBadge state={state} reported={reported} />
      </span>
      <span className="flex w-full items-center gap-3">
        <SmallButton
          id={talkButtonId(id)}
          aria-expanded={isOpen}
          aria-label={silent ? `Message ${name}` : `Open conversation with ${name}`}
          onClick={() => (inJob ? openPart(TALK_ID) : isOpen ? showTalk() : talks.open(id))}
        >
          {silent ? 'Message' : 'Open conversation'}
        </SmallButton>
        {askable && (
          <Button
            size="sm"
            busy={busy}
            aria-label={`Ask again: ${name}`}
            onClick={() => void askAgain()}
          >
            Ask Again
          </Button>
        )}
        {unread > 0 && !isOpen && (
          <span className="rounded-full bg-brand px-2.5 py-0.5 font-semibold text-brand-ink text-sm">{`${unread} new`}</span>
        )}
      </span>
      {isOpen && <Talk of={actions.assignment(request.id, id)} artist={artist} talks={talks} />}
    </li>
  );
}
