import { type FormEvent, useEffect } from 'react';
import { Button } from '#ui/Button.tsx';
import { withBoundary } from '#ui/ErrorBoundary.tsx';
import { ArtistChoice } from './ArtistChoice.tsx';
import { Honeypot, QuoteFields } from './QuoteFields.tsx';
import { RequestedArtist } from './RequestedArtist.tsx';
import { RequestedMural } from './RequestedMural.tsx';
import { ShortlistOffer } from './ShortlistOffer.tsx';
import { preselected } from './shortlisted.ts';
import { useQuote } from './use-quote.ts';
import { useIsUnkept } from './use-unkept.ts';
import { WaitingNotice } from './WaitingNotice.tsx';

export interface QuoteFormProps {
  /** City names that the City field suggests. */
  cities?: readonly string[];
}

const warmUp = () => void import('./send.ts').then((send) => send.warm()).catch(() => {});

/** The way back to a request whose choice of artists was left open. */
function OpenChoice({ onOpen }: { onOpen: () => void }) {
  return (
    <p className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-paper-2 p-4">
      You have not chosen artists for your last request yet.
      <Button variant="secondary" size="sm" onClick={onOpen}>
        Choose artists
      </Button>
    </p>
  );
}

/** The quote request form and the choice of artists that follows it (specification, sections 4 and 5). */
function QuoteForm({ cities = [] }: QuoteFormProps) {
  const quote = useQuote();
  const { choice, waiting, earlier, requested, mural, busy } = quote;
  const isUnkept = useIsUnkept();
  const { form } = quote;
  useEffect(() => {
    // Whoever was in a field before this code arrived has no focus event for it any more.
    if (form.current?.contains(document.activeElement)) warmUp();
  }, [form]);
  if (choice) {
    return (
      <ArtistChoice
        matches={choice.matches}
        preselected={choice.chosen.at(-1) ?? preselected(choice.matches, requested.id)}
        superseded={choice.superseded}
        busy={busy}
        onSend={quote.send}
        onSkip={quote.skip}
      />
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void quote.submit();
  };
  return (
    <form
      ref={form}
      noValidate
      method="post"
      aria-label="Quote request"
      onSubmit={submit}
      onFocus={warmUp}
      className="flex flex-col gap-6"
    >
      {requested.shown && <RequestedArtist artist={requested.artist} />}
      {mural && <RequestedMural mural={mural} />}
      {earlier && <OpenChoice onOpen={quote.openEarlier} />}
      <QuoteFields
        draft={quote.draft}
        errors={quote.errors}
        onChange={quote.change}
        cities={cities}
      />
      <ShortlistOffer
        description={quote.draft.project_description}
        onAdd={(text) => quote.change('project_description', text)}
      />
      <Honeypot />
      <p role="status" className="text-ink-2 empty:hidden">
        {isUnkept &&
          'This browser cannot keep what you type. It stays here as long as this page is open.'}
      </p>
      {waiting && (
        <WaitingNotice
          reason={waiting.reason}
          changed={quote.changed}
          busy={busy}
          onRetry={quote.retry}
          onGiveUp={quote.giveUp}
        />
      )}
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" size="lg" busy={busy}>
          {busy ? 'Submitting…' : 'Submit Quote Request'}
        </Button>
        <p className="text-ink-2 text-sm">
          Free, and only the artists you choose see your details.
        </p>
      </div>
    </form>
  );
}

export default withBoundary(QuoteForm);
