import { useState } from 'react';
import { amountOf } from '#lib/amount.ts';
import { dollars } from '#lib/format.ts';
import { LIMITS } from '#lib/limits.ts';
import { Button } from '#ui/Button.tsx';
import { FormField } from '#ui/forms/FormField.tsx';
import type { Sketches } from './sketch.ts';
import { agreeRound, offerRound } from './sketches.api.ts';
import type { SketchDeskState } from './use-sketches.ts';

interface Props {
  desk: SketchDeskState;
  sketches: Sketches;
}

/** What a further round costs: the artist says it, the client agrees. */
export function Rounds({ desk, sketches }: Props) {
  const { act, busy } = desk;
  const { offer } = sketches;
  const [typed, setTyped] = useState('');
  const amount = amountOf(typed);
  const fits = amount >= 0 && amount <= LIMITS.roundPrice;
  return (
    <>
      {offer && (
        <div className="flex flex-wrap items-center gap-3">
          <p>{`A further round costs ${dollars(offer.amount)}.`}</p>
          {sketches.can.includes('agree_round') && (
            <Button
              variant="secondary"
              busy={busy}
              onClick={() =>
                void act((job) => agreeRound(job, offer.id), 'You have a further round')
              }
            >
              Agree
            </Button>
          )}
        </div>
      )}
      {sketches.can.includes('offer_round') && sketches.versions.length > 0 && (
        <details>
          <summary className="cursor-pointer py-2 font-semibold">
            {offer ? 'Change the price of a further round' : 'Offer a further round'}
          </summary>
          <form
            className="flex flex-col gap-3 pt-2"
            onSubmit={(event) => {
              event.preventDefault();
              if (fits) void act((job) => offerRound(job, amount), 'We’ve kept your offer');
            }}
          >
            <FormField
              label="Price in US dollars"
              hint="Whole dollars; it counts once the client agrees."
              required
              name="amount"
              inputMode="numeric"
              value={typed}
              onText={setTyped}
            />
            <Button
              type="submit"
              variant="secondary"
              className="self-start"
              busy={busy}
              disabled={!fits}
            >
              Offer Round
            </Button>
          </form>
        </details>
      )}
    </>
  );
}
