import { dollars, grouped } from '#lib/format.ts';
import { optionLabel, wordFor } from '#lib/options.ts';
import { z } from '#lib/zod.ts';

const reasonSchema = z.discriminatedUnion('code', [
  z.object({ code: z.literal('asked') }),
  z.object({ code: z.literal('liked') }),
  z.object({ code: z.literal('paints'), styles: z.array(z.string()) }),
  z.object({ code: z.literal('works_in'), city: z.string() }),
  z.object({ code: z.literal('away'), miles: z.number() }),
  z.object({ code: z.literal('does'), surface: z.string() }),
  z.object({ code: z.literal('from'), price: z.number() }),
  z.object({ code: z.literal('answers'), hours: z.number() }),
]);
type Reason = z.output<typeof reasonSchema>;

/** Why an artist fits a request, as the database finds it; a code that is newer than this page is left out. */
export const reasonsSchema = z.array(z.unknown()).transform((found) =>
  found.flatMap((one) => {
    const reason = reasonSchema.safeParse(one);
    return reason.success ? [reason.data] : [];
  }),
);

/** All of it in a line: 'paints Nature · 4 miles away'. `private.reason_line` says the same in English. */
export const reasonLine = (reasons: readonly Reason[]): string =>
  reasons.map(wordsOf).join(' · ') || 'paints murals';

/** Why an artist is offered; undefined where a kept answer is older than reasons are. */
export const reasonOf = ({
  reason,
  reasons,
}: {
  reason?: string | undefined;
  reasons?: readonly Reason[] | undefined;
}) => (reasons ? reasonLine(reasons) : reason);

function wordsOf(reason: Reason): string {
  switch (reason.code) {
    case 'asked':
      return 'asked for by name';
    case 'liked':
      return 'painted a mural you like';
    case 'paints': {
      const [first = '', second] = reason.styles.map(wordFor);
      return second ? `paints ${first} and ${second}` : `paints ${first}`;
    }
    case 'works_in':
      return `works in ${reason.city}`;
    case 'away':
      return distance(reason.miles);
    case 'does':
      return `does ${optionLabel(reason.surface).toLowerCase()}`;
    case 'from':
      return `walls from ${dollars(reason.price)}`;
    case 'answers':
      return answers(reason.hours);
  }
}

function distance(miles: number): string {
  if (miles < 1) return 'less than a mile away';
  return miles === 1 ? '1 mile away' : `${grouped(miles)} miles away`;
}

function answers(hours: number): string {
  if (hours === 1) return 'usually answers within an hour';
  if (hours < 24) return `usually answers within ${hours} hours`;
  if (hours < 48) return 'usually answers within a day';
  return `usually answers within ${Math.floor(hours / 24)} days`;
}
