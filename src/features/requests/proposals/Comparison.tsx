// biome-ignore-all lint/a11y/noRedundantRoles: browsers drop the meaning of a table whose display changes, so the roles are written out.
import type { ReactNode } from 'react';
import { paths } from '#config/paths.ts';
import { INCLUDED, type Included } from '#features/agreements/included.ts';
import { dayLabel, plural } from '#lib/format.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { cx } from '#ui/cx.ts';
import type { Holder } from '../page/tracked-request.ts';
import { isOpenOffer, type Offer } from './offer.ts';
import { isExpired, type Proposal, partsLabel, priceLabel } from './proposal.ts';

/** The answer to a proposal that is being asked about. */
export interface Choosing {
  answer: 'accept' | 'decline';
  /** Of the proposal. */
  id: string;
}

interface Props {
  offers: readonly Offer[];
  /** What presses do; null where nothing can be accepted any more. */
  choices: Choices | null;
}

interface Choices {
  choose: (choosing: Choosing) => void;
  /** Talks to an artist whose proposal is too old. */
  ask: (artist: Holder) => void;
}

type Fact = readonly [
  label: string,
  value: (proposal: Proposal) => ReactNode | null,
  className?: string,
];
const FACTS: readonly Fact[] = [
  ['Price', (proposal) => <span className="font-display text-xl">{priceLabel(proposal)}</span>],
  ['Earliest start', ({ starts_on }) => dayLabel(starts_on)],
  ['Time needed', ({ days }) => plural(days, 'day')],
  [
    'Included',
    // Nothing ticked is nothing said.
    ({ included }) => (included.length > 0 ? <IncludedList included={included} /> : null),
  ],
  ['Paid in parts', partsLabel],
  ['Valid until', ({ valid_until }) => dayLabel(valid_until)],
  ['Message', ({ message }) => message, '@max-xl:before:block'],
];

/** What is compared: only what some artist has filled in. */
const factsOf = (offers: readonly Offer[]) =>
  FACTS.filter(([, value]) => offers.some(({ proposal }) => value(proposal)));

/**
 * Proposals side by side, their artists as columns. To the reader of a screen, and where its place is narrower than
 * 36rem, each artist is a row of its own, one after the other: nobody jumps between artists by Tab.
 */
export function Comparison({ offers, choices }: Props) {
  const choosing = choices && offers.some(isOpenOffer);
  const facts = factsOf(offers);
  return (
    <div className="@container">
      <div className="overflow-x-auto">
        <table role="table" className={TABLE}>
          <caption className="sr-only">Proposals</caption>
          <thead role="rowgroup" className="contents @max-xl:hidden">
            <tr role="row" className={COLUMN}>
              {['Artist', ...facts.map(([label]) => label)].map((label) => (
                <th key={label} role="columnheader" scope="col" className={LABEL}>
                  {label}
                </th>
              ))}
              {choosing && (
                <th role="columnheader" scope="col" className={cx(LABEL, 'print:hidden')}>
                  <span className="sr-only">Choice</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody role="rowgroup" className="contents">
            {offers.map((offer) => (
              <OfferColumn
                key={offer.proposal.id}
                offer={offer}
                facts={facts}
                choices={choosing ? choices : null}
              />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

// Nine lines: the artist, seven facts, and the choice while there is one.
const TABLE =
  'grid gap-4 text-left @xl:auto-cols-[minmax(9rem,30rem)] @xl:grid-flow-col @xl:grid-cols-[max-content] @xl:grid-rows-[repeat(9,auto)] @xl:gap-0';
const COLUMN = '@xl:row-span-9 @xl:grid @xl:grid-rows-subgrid';
const CARD =
  'break-inside-avoid @max-xl:flex @max-xl:flex-col @max-xl:gap-3 @max-xl:rounded-card @max-xl:border @max-xl:bg-paper @max-xl:p-4';
const CELL = 'border-line @xl:not-first:border-t @xl:px-4 @xl:py-3';
const LABEL = cx(CELL, 'pl-0! font-normal text-ink-2 text-sm');
const VALUE =
  'min-w-0 max-w-prose whitespace-pre-line wrap-anywhere @max-xl:before:text-ink-2 @max-xl:before:text-sm @max-xl:before:content-[attr(data-label)]';
// Short values stand beside their names on a phone, as in the facts of a request; a message has all of the width.
const BESIDE = '@max-xl:grid @max-xl:grid-cols-[7rem_minmax(0,1fr)] @max-xl:items-baseline';

interface ColumnProps extends Pick<Props, 'choices'> {
  offer: Offer;
  facts: readonly Fact[];
}

function OfferColumn({ offer, facts, choices }: ColumnProps) {
  const { artist, proposal } = offer;
  const late = isOpenOffer(offer) && isExpired(proposal);
  const chosen = proposal.state === 'accepted';
  const ended = artist.state === 'withdrawn';
  const tone =
    chosen && !ended
      ? 'border-leaf @xl:bg-leaf/8'
      : cx('border-line', (late || ended || proposal.state === 'passed') && 'text-ink-2');
  return (
    <tr role="row" className={cx(COLUMN, CARD, '@xl:rounded-card', tone)}>
      <th role="rowheader" scope="row" className={cx(CELL, 'min-w-0 font-semibold')}>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {artist.slug ? (
            <a href={paths.artist(artist.slug)} className="underline wrap-anywhere">
              {artist.name}
            </a>
          ) : (
            <span className="wrap-anywhere">{artist.name}</span>
          )}
          {chosen && (ended ? <Badge>Ended</Badge> : <Badge tone="leaf">Accepted</Badge>)}
          {proposal.state === 'passed' && <Badge>Not chosen</Badge>}
          {late && <Badge tone="clay">Expired</Badge>}
        </span>
      </th>
      {facts.map(([label, value, className = BESIDE]) => (
        <td key={label} role="cell" data-label={label} className={cx(CELL, VALUE, className)}>
          {value(proposal) ?? <span className="text-ink-2">Not stated</span>}
        </td>
      ))}
      {choices && (
        <td role="cell" className={cx(CELL, 'print:hidden')}>
          <Choice offer={offer} late={late} {...choices} />
        </td>
      )}
    </tr>
  );
}

interface ChoiceProps extends Choices {
  offer: Offer;
  late: boolean;
}

function Choice({ offer, late, choose, ask }: ChoiceProps) {
  const { name } = offer.artist;
  const { id } = offer.proposal;
  if (!isOpenOffer(offer)) return null;
  return (
    <div className="flex flex-col gap-2">
      {late ? (
        <Button
          variant="secondary"
          aria-label={`Ask for a New One from ${name}`}
          onClick={() => ask(offer.artist)}
        >
          Ask for a New One
        </Button>
      ) : (
        <Button
          aria-label={`Accept the proposal of ${name}`}
          onClick={() => choose({ answer: 'accept', id })}
        >
          Accept
        </Button>
      )}
      <Button
        variant="ghost"
        aria-label={`Decline the proposal of ${name}`}
        onClick={() => choose({ answer: 'decline', id })}
      >
        Decline
      </Button>
    </div>
  );
}

const MARKS = { true: 'm3 8.5 3.5 3.5L13 4.5', false: 'M4 8h8' };

/** All that a price can include: what it does, and what it does not. */
function IncludedList({ included }: Pick<Proposal, 'included'>) {
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {(Object.keys(INCLUDED) as Included[]).map((part) => {
        const has = included.includes(part);
        return (
          <li key={part} className={cx('flex gap-2', !has && 'text-ink-2')}>
            <svg
              aria-hidden="true"
              viewBox="0 0 16 16"
              fill="none"
              stroke="currentColor"
              strokeWidth={has ? 2.5 : 1.5}
              className={cx('mt-0.5 size-4 shrink-0', has && 'text-leaf')}
            >
              <path d={MARKS[`${has}`]} />
            </svg>
            <span>
              <span>{INCLUDED[part]}</span>
              <span className="sr-only">{has ? ': included' : ': not included'}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
