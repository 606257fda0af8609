import { useState } from 'react';
import { LIMITS } from '#lib/limits.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/Dialog.tsx';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import { Skeleton } from '#ui/Spinner.tsx';
import { AgreementDocument, printAgreement } from './AgreementDocument.tsx';
import { AgreementForm } from './AgreementForm.tsx';
import { askAgreementChange, endAgreement, readTerms, takeBackAgreement } from './agreement.api.ts';
import {
  type Agreement,
  draftOf,
  type Known,
  newAgreement,
  storedTerms,
  termsDraft,
} from './agreement.ts';
import { agreementDrafts } from './agreement-draft.store.ts';
import type { AgreementKey } from './agreement-key.ts';
import { agreementSentence } from './agreement-sentence.ts';
import { nextAgreementState } from './agreement-states.ts';
import { SignDialog } from './SignDialog.tsx';
import { TextDialog } from './TextDialog.tsx';
import { useAgreement } from './use-agreement.ts';

interface Props {
  of: AgreementKey;
  /** What the artist's first version begins with; null for the client, and where no proposal was accepted. */
  known: Known | null;
}

type Question = 'sign' | 'change' | 'take_back' | 'end';

/** The agreement of an artist and a client, for either of them: where it stands, its text, and what can be done. */
export function AgreementSection({ of, known }: Props) {
  const { data, failed, reload, refresh, show, busy, act } = useAgreement(of);
  const [question, setQuestion] = useState<Question | null>(null);
  const [begin, setBegin] = useState(() => agreementDrafts.of(of.lead).load()?.draft ?? null);
  const [opening, setOpening] = useState(false);
  if (!data)
    return failed ? (
      <LoadFailed what="The agreement" onRetry={reload} />
    ) : (
      known && <Skeleton className="h-24" />
    );
  const { side, state, current } = data;
  // Nothing is offered: a client has nothing to look at.
  if (!current && (side === 'client' || (!known && !begin))) return null;

  const may = (event: Parameters<typeof nextAgreementState>[1]) =>
    nextAgreementState(state, event, side) !== null;
  const signed = current?.signatures.some((one) => one.side === side) ?? false;
  const maySign = !signed && (may('sign') || may('countersign'));
  const agreement = current && (JSON.parse(current.body) as Agreement);
  const close = () => setQuestion(null);
  const done = (work: ReturnType<typeof act>) => work.then(close);
  const write = async () => {
    if (agreement) return setBegin(draftOf(agreement, current.version));
    if (!known) return;
    setOpening(true);
    const terms = termsDraft(storedTerms(await readTerms().catch(() => null)));
    setBegin(newAgreement(known, terms));
    setOpening(false);
  };
  const writing = side === 'artist' && begin !== null && may('offer');
  return (
    <section aria-labelledby="agreement" className="flex flex-col gap-4">
      <h3 id="agreement" tabIndex={-1} className="font-display text-xl outline-none">
        Agreement
      </h3>
      <p role="status">{agreementSentence(data)}</p>
      {data.change && state !== 'ended' && (
        <blockquote className="border-accent border-l-4 pl-4 wrap-anywhere">
          {data.change}
        </blockquote>
      )}
      {writing && (
        <AgreementForm
          lead={of.lead}
          artist={of.artist}
          begin={() => begin}
          onOffered={(now) => {
            show(now);
            setBegin(null);
          }}
          onClose={() => setBegin(null)}
        />
      )}
      {!writing && current && (
        <details open={maySign || undefined} className="group">
          <summary className="min-h-11 cursor-pointer py-2 font-semibold">
            {state === 'in_force' ? 'What you both signed' : 'Read the agreement'}
          </summary>
          <AgreementDocument version={current} />
        </details>
      )}
      {data.in_force && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2 font-semibold">
            In force until then
          </summary>
          <AgreementDocument version={data.in_force} />
        </details>
      )}
      {!writing && (
        <div className="flex flex-wrap gap-3 empty:hidden">
          {maySign && <Button onClick={() => setQuestion('sign')}>Sign</Button>}
          {may('offer') && (
            <Button
              variant={current ? 'secondary' : 'primary'}
              busy={opening}
              onClick={() => void write()}
            >
              {writeLabel(state, current !== null)}
            </Button>
          )}
          {may('ask_change') && (
            <Button variant="secondary" onClick={() => setQuestion('change')}>
              Ask for a Change
            </Button>
          )}
          {current && (
            <Button variant="ghost" onClick={printAgreement}>
              Print
            </Button>
          )}
          {may('take_back') && (
            <Button variant="ghost" onClick={() => setQuestion('take_back')}>
              Take Back
            </Button>
          )}
          {may('end') && (
            <Button variant="ghost" onClick={() => setQuestion('end')}>
              End Early
            </Button>
          )}
        </div>
      )}
      {question === 'sign' && current && agreement && (
        <SignDialog
          of={of}
          version={current}
          name={agreement[side]}
          waiving={side === 'artist' && agreement.vara === 'waived'}
          byCode={data.by_code}
          onClose={close}
          onSigned={(now) => {
            show(now);
            close();
          }}
          onRefused={refresh}
        />
      )}
      <TextDialog
        open={question === 'change'}
        onClose={close}
        title="What should change?"
        label="Your change"
        limit={LIMITS.message}
        confirmLabel="Send"
        busy={busy}
        onSend={(text) =>
          done(
            act(
              () => askAgreementChange(of, current?.hash ?? '', text),
              'We’ve asked the artist to change it',
            ),
          )
        }
      />
      <TextDialog
        open={question === 'end'}
        onClose={close}
        title="End the agreement early?"
        label="Reason"
        limit={LIMITS.reason}
        confirmLabel="End Agreement"
        busy={busy}
        onSend={(text) => done(act(() => endAgreement(of, text), 'The agreement has ended'))}
      />
      <ConfirmDialog
        open={question === 'take_back'}
        onClose={close}
        title="Take the agreement back?"
        confirmLabel="Take Back"
        busy={busy}
        onConfirm={() =>
          void done(
            act(
              () => takeBackAgreement(of.lead, current?.hash ?? ''),
              'You took the agreement back',
            ),
          )
        }
      >
        The client can no longer sign it. You can change it and send it again.
      </ConfirmDialog>
    </section>
  );
}

function writeLabel(state: string, again: boolean): string {
  if (state === 'in_force' || state === 'amending') return 'Amend';
  return again ? 'Change' : 'Write the Agreement';
}
