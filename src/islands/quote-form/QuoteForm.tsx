import { type FormEvent, lazy, Suspense, useEffect } from 'react';
import type { EstimateRates } from '#domain/estimate-rates.ts';
import { cx } from '#ui/cx.ts';
import { withBoundary } from '#ui/ErrorBoundary.tsx';
import { Skeleton } from '#ui/Spinner.tsx';
import { GuidedForm } from './GuidedForm.tsx';
import { OpenChoice } from './OpenChoice.tsx';
import { PlainForm } from './PlainForm.tsx';
import { Honeypot } from './QuoteFields.tsx';
import { RequestedArtist } from './RequestedArtist.tsx';
import { RequestedMural } from './RequestedMural.tsx';
import { SendRow } from './SendRow.tsx';
import { Summary } from './Summary.tsx';
import { preselected } from './shortlisted.ts';
import { LAST_STEP } from './steps.ts';
import { quoteTools } from './use-artist-choice.ts';
import { useQuote } from './use-quote.ts';
import { useQuotePhotos } from './use-quote-photos.ts';
import { isPhone } from './use-steps.ts';
import { WaySwitch } from './WaySwitch.tsx';

export interface QuoteFormProps {
  /** City names that the City field suggests. */
  cities?: readonly string[];
  /** What walls cost; null where nobody has said. */
  rates?: EstimateRates | null;
}

const CITIES = 'quote-cities';
const ArtistChoice = lazy(async () => ({ default: (await quoteTools()).ArtistChoice }));
const warmUp = () => void import('./send.ts').then((send) => send.warm()).catch(() => {});

/** The quote request, in steps or plain, and the choice of artists that follows it (specification, sections 4 and 5). */
function QuoteForm({ cities = [], rates = null }: QuoteFormProps) {
  const quote = useQuote();
  const photos = useQuotePhotos();
  const { choice, earlier, requested, mural, form, steps, way } = quote;
  const guided = way === 'steps';
  useEffect(() => {
    // Whoever was in a field before this code arrived has no focus event for it any more.
    if (form.current?.contains(document.activeElement)) warmUp();
  }, [form]);
  if (choice) {
    return (
      <Suspense fallback={<Skeleton className="h-96" />}>
        <ArtistChoice
          matches={choice.matches}
          preselected={choice.chosen.at(-1) ?? preselected(choice.matches, requested.id)}
          superseded={choice.superseded}
          busy={quote.busy}
          onSend={quote.send}
          onSkip={quote.skip}
        />
      </Suspense>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (guided && isPhone() && steps.step < LAST_STEP) steps.go(steps.step + 1);
    else void quote.submit();
  };
  return (
    <>
      <WaySwitch way={way} onWay={quote.setWay} />
      <form
        ref={form}
        noValidate
        method="post"
        aria-label="Quote request"
        onSubmit={submit}
        onFocus={warmUp}
        className={cx('quote-form grid gap-6', guided && 'quote-form-guided')}
      >
        <div className="flex min-w-0 flex-col gap-6">
          {requested.shown && <RequestedArtist artist={requested.artist} />}
          {mural && <RequestedMural mural={mural} />}
          {earlier && <OpenChoice onOpen={quote.openEarlier} />}
          {guided ? (
            <GuidedForm quote={quote} photos={photos} rates={rates} cities={CITIES} />
          ) : (
            <PlainForm quote={quote} photos={photos} />
          )}
          <Honeypot />
          <SendRow quote={quote} guided={guided} />
          <datalist id={CITIES}>
            {cities.map((city) => (
              <option key={city} value={city} />
            ))}
          </datalist>
        </div>
        {guided && <Summary quote={quote} rates={rates} />}
      </form>
    </>
  );
}

export default withBoundary(QuoteForm);
