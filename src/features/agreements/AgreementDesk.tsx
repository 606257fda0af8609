import { useRef, useState } from 'react';
import type { AssignmentKey } from '#lib/assignment-key.ts';
import { useAction } from '#ui/hooks/use-action.ts';
import { useRefocus } from '#ui/hooks/use-refocus.ts';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import { PartHeading, titleId } from '#ui/PartHeading.tsx';
import { Skeleton } from '#ui/Spinner.tsx';
import { AgreementActions } from './AgreementActions.tsx';
import { AgreementDocument } from './AgreementDocument.tsx';
import { AgreementForm } from './AgreementForm.tsx';
import { readTerms } from './agreement.api.ts';
import {
  type Accepted,
  draftOf,
  type Known,
  newAgreement,
  storedTerms,
  termsDraft,
} from './agreement.ts';
import { agreementDrafts } from './agreement-draft.store.ts';
import { agreementSentence } from './agreement-sentence.ts';
import { changedSince } from './changed-since.ts';
import type { AgreementPhotos } from './MarkedWall.tsx';
import { useAgreement } from './use-agreement.ts';

interface Props {
  of: AssignmentKey;
  /** What the artist's first version begins with; null for the client, and where no proposal was accepted. */
  known: Known | null;
  accepted: Accepted | null;
  /** The paths of the photos of the wall. */
  walls: AgreementPhotos['walls'];
  /** The job was called off, which the page says itself: nothing more is offered. */
  over?: boolean;
}

/** The agreement of an artist and a client, for either of them: where it stands, its text, and what can be done. */
export function AgreementDesk({ of, known, accepted, walls, over }: Props) {
  const { shown: data, failed, reload, ...change } = useAgreement(of);
  const photos = { walls, token: of.token };
  const [draft, setDraft] = useState(() => agreementDrafts.of(of.lead).load()?.draft ?? null);
  const opening = useAction(async () => {
    const current = data?.current;
    if (current) setDraft(draftOf(current.body, current.version));
    else if (known && data) {
      const terms = termsDraft(storedTerms(await readTerms()));
      setDraft(newAgreement(known, terms, data.language));
    }
  }, 'Your terms didn’t load. Try again.');
  const opened = useRef(false);
  useRefocus(draft === null, () => document.getElementById('agreement'));
  if (!data) {
    if (failed) return <LoadFailed text="The agreement didn’t load." onRetry={reload} />;
    return known && <Skeleton className="h-24" />;
  }
  const { side, state, can, current } = data;
  // What was read to be signed stays open after that.
  opened.current ||= can.includes('sign') || state === 'in_force';
  const mayWrite =
    side === 'artist' && !over && (current !== null || known !== null || draft !== null);
  // Nothing is offered, and nobody here can.
  if (!current && !data.in_force && !mayWrite) return null;
  const writing = mayWrite && draft !== null && can.includes('offer');
  return (
    <section aria-labelledby={titleId('agreement')} className="flex flex-col gap-4">
      <PartHeading
        id="agreement"
        title="Agreement"
        line={over ? '' : writing ? 'What both of you sign' : agreementSentence(data)}
      />
      {data.change && state !== 'ended' && (
        <blockquote className="border-accent border-l-4 pl-4 wrap-anywhere">
          {data.change}
        </blockquote>
      )}
      {!writing && current && accepted && (!data.in_force || state === 'in_force') && (
        <Changes since={changedSince(accepted, current.body)} />
      )}
      {writing && draft && (
        <AgreementForm
          accepted={accepted}
          photos={photos}
          lead={of.lead}
          artist={of.artist}
          begin={() => draft}
          onOffered={(now) => {
            change.show(now);
            setDraft(null);
          }}
          onClose={() => setDraft(null)}
        />
      )}
      {!writing && current && (
        <details open={opened.current || undefined}>
          <summary className="min-h-11 cursor-pointer py-2 font-semibold">
            Read the agreement
          </summary>
          <AgreementDocument version={current} photos={photos} printed />
        </details>
      )}
      {data.in_force && state !== 'in_force' && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2 font-semibold">
            {state === 'amending' ? 'In force until then' : 'The agreement that ended'}
          </summary>
          <AgreementDocument version={data.in_force} photos={photos} />
        </details>
      )}
      {!writing && (
        <AgreementActions
          {...change}
          of={of}
          agreement={data}
          onWrite={mayWrite ? () => opening.run() : null}
          writing={opening.busy}
        />
      )}
    </section>
  );
}

function Changes({ since }: { since: string[] }) {
  if (since.length === 0) return null;
  return (
    <div className="rounded-card bg-paper-2 p-4">
      <p className="font-semibold">Changed since the proposal:</p>
      <ul className="list-disc ps-5">
        {since.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </div>
  );
}
