import { type FormEvent, useEffect, useState } from 'react';
import type { EstimateRates } from '#features/estimates/rates-row.ts';
import { CITIES_LIST } from '#features/requests/form/fields.ts';
import { Honeypot } from '#features/requests/form/Honeypot.tsx';
import { preselected } from '#features/requests/form/preselected.store.ts';
import { QuoteSteps } from '#features/requests/form/QuoteSteps.tsx';
import { SendRow } from '#features/requests/form/SendRow.tsx';
import { Summary } from '#features/requests/form/Summary.tsx';
import { AskedArtists } from '#features/requests/form/steps/AskedArtists.tsx';
import type { ChoosableMurals } from '#features/requests/form/steps/choosable-mural.ts';
import { OpenChoice } from '#features/requests/form/steps/OpenChoice.tsx';
import { LAST_STEP } from '#features/requests/form/steps/steps.ts';
import { isPhone } from '#features/requests/form/steps/use-steps.ts';
import { useQuote } from '#features/requests/form/use-quote.ts';
import { useWallPhotos } from '#features/requests/photos/use-wall-photos.ts';
import { again } from '#ui/again.ts';
import { withBoundary } from '#ui/ErrorBoundary.tsx';

interface QuoteFormProps {
  /** City names that the City field suggests, those with the most artists first. */
  cities?: readonly string[];
  /** What walls cost; null where nobody has said. */
  rates?: EstimateRates | null;
  /** The first murals to choose from. */
  murals?: ChoosableMurals;
}
const NO_MURALS: ChoosableMurals = { tiles: [], more: false };

const loadChoice = () => import('#features/requests/form/steps/ArtistChoice.tsx');
/** What sending needs, and what follows it: losing the network after this loses nothing. */
const warmUp = () =>
  void Promise.all([import('#features/requests/form/send.store.ts'), loadChoice()])
    .then(([send]) => send.warm())
    .catch(() => {});

/** The view in which artists are chosen, once it is there; the form stays until then, so that nothing moves twice. */
function useChoiceView(wanted: boolean) {
  const [view, setView] = useState<Awaited<ReturnType<typeof loadChoice>> | null>(null);
  useEffect(() => {
    if (wanted) void again(loadChoice).then(setView);
  }, [wanted]);
  return view?.ArtistChoice;
}

/** The quote request, and the choice of artists that follows it (specification, sections 4 and 5). */
function QuoteForm({ cities = [], rates = null, murals = NO_MURALS }: QuoteFormProps) {
  const quote = useQuote();
  const photos = useWallPhotos(null);
  const { choice, earlier, askedArtists, form, steps } = quote;
  const ArtistChoice = useChoiceView(choice !== null);
  useEffect(() => {
    // A visitor who was in a field before this code arrived causes no focus event for it any more.
    if (form.current?.contains(document.activeElement)) warmUp();
  }, [form]);
  if (choice && ArtistChoice) {
    return (
      <ArtistChoice
        matches={choice.matches}
        preselected={choice.chosen.at(-1) ?? preselected(choice.matches)}
        arrived={choice.arrived}
        superseded={choice.superseded}
        busy={quote.busy}
        onSend={quote.send}
        onSkip={quote.skip}
      />
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPhone() && steps.step < LAST_STEP) steps.go(steps.step + 1);
    else void quote.submit();
  };
  return (
    <form
      ref={form}
      noValidate
      inert={choice !== null}
      method="post"
      aria-label="Quote request"
      onSubmit={submit}
      onFocus={warmUp}
      className="quote-form"
    >
      <div className="flex min-w-0 flex-col gap-6">
        {askedArtists.artists !== null && <AskedArtists artists={askedArtists.artists} />}
        {earlier && <OpenChoice onOpen={quote.openEarlier} />}
        <QuoteSteps quote={quote} photos={photos} rates={rates} cities={cities} murals={murals} />
        <Honeypot />
        <SendRow quote={quote} />
        <datalist id={CITIES_LIST}>
          {cities.map((city) => (
            <option key={city} value={city} />
          ))}
        </datalist>
      </div>
      <Summary quote={quote} rates={rates} />
    </form>
  );
}

export default withBoundary(QuoteForm);
