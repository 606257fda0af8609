import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Folded } from '#ui/Folded.tsx';
import { ConfirmDialog } from '#ui/overlays/Dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import type { Pieces } from '#ui/pieces.ts';
import { isUndecided } from '../assignment.ts';
import { AcceptDialog } from '../proposals/AcceptDialog.tsx';
import { type Choosing, Comparison } from '../proposals/Comparison.tsx';
import { isOpenOffer, type Offer } from '../proposals/offer.ts';
import { isExpired, priceLabel } from '../proposals/proposal.ts';
import { chosenId } from './Chosen.tsx';
import { ClientJob } from './ClientJob.tsx';
import { FormerJob } from './FormerJob.tsx';
import type { RequestProps, Talks } from './request-props.ts';
import { type Holder, hasJobPage, isAtWork } from './tracked-request.ts';
import { useChange } from './use-change.ts';

interface Props extends RequestProps {
  talks: Talks;
  /** What was asked, and of whom: looked up once an artist has the job. */
  children: Pieces;
}

/** What artists offer, side by side, and what was agreed on with the one who was chosen. */
export function Proposals({ talks, children, ...props }: Props) {
  const { actions, request, onChange } = props;
  const [asked, onAsk] = useState<Choosing | null>(null);
  /** Who was chosen on this page. */
  const [chosen, setChosen] = useState<Holder | null>(null);
  const place = useRef<HTMLDivElement>(null);
  // The button is gone by then: the heading says who was chosen, and above it stands what comes next.
  useEffect(() => {
    if (!chosen) return;
    document.getElementById(chosenId(chosen))?.focus({ preventScroll: true });
    place.current?.scrollIntoView();
  }, [chosen]);
  const { busy, attempt } = useChange(actions, onChange);
  const offers = request.proposals.flatMap((proposal) => {
    const artist = request.artists.find(({ id }) => id === proposal.artist_id);
    return artist ? [{ proposal, artist }] : [];
  });
  const agreed = request.artists.filter(({ state }) => isAtWork(state));
  const former = request.artists.filter(({ state }) => state === 'called_off');
  if (offers.length + agreed.length + former.length === 0) return null;
  const accept = ({ proposal, artist }: Offer) =>
    attempt(async () => {
      onChange(await actions.accept(proposal.id));
      setChosen(artist);
      void toast.success(`You chose ${artist.name}`);
    });
  const decline = ({ proposal, artist }: Offer) =>
    attempt(async () => {
      onChange(await actions.decline(proposal.id));
      onAsk(null);
      void toast.success(`We’ve let ${artist.name} know`);
    });
  // One that was changed, or passed by another, closes its question.
  const offer = offers.find((one) => one.proposal.id === asked?.id && isOpenOffer(one));
  const accepting = asked?.answer === 'accept' && offer && !isExpired(offer.proposal);
  const declining = asked?.answer === 'decline' ? offer : undefined;
  const choices = {
    choose: onAsk,
    ask: ({ id }: Holder) => talks.open(id),
  };
  const others = request.artists.filter(
    ({ id, state }) => id !== offer?.artist.id && isUndecided(state),
  );
  const accepted = offers.find(
    ({ proposal, artist }) => proposal.state === 'accepted' && agreed.includes(artist),
  );
  const heading = (
    <h2 id="proposals" className="inline font-display text-2xl">
      {offers.length === 1 ? 'A proposal' : 'Proposals'}
    </h2>
  );
  const printing = (
    <Button variant="ghost" size="sm" className="self-start" onClick={() => print()}>
      Print
    </Button>
  );
  const comparison = (
    <Comparison offers={offers} choices={request.state === 'open' ? choices : null} />
  );
  const section = offers.length > 0 && (
    <section aria-labelledby="proposals">
      {accepted ? (
        <Folded title={heading} line={`Accepted: ${priceLabel(accepted.proposal)}`}>
          {printing}
          {comparison}
        </Folded>
      ) : (
        <div className="rounded-card bg-paper-2 p-5">
          <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
            {heading}
            {printing}
          </div>
          {comparison}
        </div>
      )}
    </section>
  );
  return (
    <div ref={place} className="flex flex-col gap-8 lg:col-span-full">
      {agreed.map((artist, n) => (
        <ClientJob
          key={artist.id}
          {...props}
          talks={talks}
          artist={artist}
          fresh={chosen?.id === artist.id}
        >
          {n === 0 && (
            <div className="flex flex-col gap-3">
              {section}
              {children}
            </div>
          )}
        </ClientJob>
      ))}
      {former.map((artist) => (
        <FormerJob
          key={artist.id}
          {...props}
          talks={talks}
          artist={artist}
          replaced={!hasJobPage(request, artist)}
        />
      ))}
      {agreed.length === 0 && section}
      <AcceptDialog
        offer={accepting ? offer : undefined}
        others={others.length}
        busy={busy}
        onClose={() => onAsk(null)}
        onAccept={(one) => void accept(one)}
      />
      <ConfirmDialog
        open={declining !== undefined}
        onClose={() => onAsk(null)}
        title={`Decline the proposal of ${declining?.artist.name ?? ''}?`}
        confirmLabel="Decline"
        busy={busy}
        onConfirm={() => declining && void decline(declining)}
      >
        You can still talk, and get another proposal.
      </ConfirmDialog>
    </div>
  );
}
