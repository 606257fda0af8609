import { useState } from 'react';
import { LOCALE } from '#config/language.ts';
import { paths } from '#config/paths.ts';
import { placeLabel } from '#lib/place.ts';
import { projectSent } from '#lib/toasts.ts';
import { SmallButton } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/overlays/Dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import type { Match } from '../lead.ts';
import { reasonOf } from '../match-reason.ts';
import type { RequestProps } from './request-props.ts';
import type { Holder } from './tracked-request.ts';
import { useChange } from './use-change.ts';

/** Offered artists who do not have the request: each gets it by a press and an answer. */
export function Matches({ actions, request, onChange }: RequestProps) {
  const [chosen, setChosen] = useState<Match | null>(null);
  const { busy, attempt } = useChange(actions);
  const reason = whyOthers(request.artists);
  const add = (artist: Match) =>
    attempt(async () => {
      onChange(await actions.addArtist(artist.id));
      setChosen(null);
      void toast.success(projectSent(1));
    });
  return (
    <section aria-labelledby="matches" className="rounded-card bg-paper-2 p-5 print:hidden">
      <h2 id="matches" className="font-display text-xl">
        {request.artists.length > 0 ? 'More artists who fit' : 'Artists who fit'}
      </h2>
      {reason && <p className="mt-2">{reason}</p>}
      <ul className="mt-3 flex flex-col gap-3">
        {request.matches.map((match) => (
          <li key={match.id} className="flex items-center justify-between gap-4">
            <span className="min-w-0">
              <a href={paths.artist(match.slug)} className="font-semibold underline wrap-anywhere">
                {match.name}
              </a>
              <span className="block text-ink-2 text-sm wrap-anywhere">
                {reasonOf(match) ?? placeLabel(match.city, match.state)}
              </span>
            </span>
            <SmallButton aria-label={`Send to ${match.name}`} onClick={() => setChosen(match)}>
              Send
            </SmallButton>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={chosen !== null}
        onClose={() => setChosen(null)}
        title={`Send your request to ${chosen?.name ?? ''}?`}
        confirmLabel="Send Request"
        busy={busy}
        onConfirm={() => chosen && void add(chosen)}
      >
        They see your project now, and your name and contact once they take it on.
      </ConfirmDialog>
    </section>
  );
}

/** The artists who said no or nothing. */
function whyOthers(artists: readonly Holder[]): string | null {
  const named = (state: Holder['state']) =>
    new Intl.ListFormat(LOCALE).format(
      artists.filter((artist) => artist.state === state).map(({ name }) => name),
    );
  const [declined, silent] = [named('declined'), named('expired')];
  if (!declined && !silent) return null;
  return [
    declined && `${declined} can’t take it on.`,
    silent && `No answer in 7 days from ${silent}.`,
    'Send it to another artist:',
  ]
    .filter(Boolean)
    .join(' ');
}
