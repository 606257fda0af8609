import { feetOf } from '#features/estimates/wall-size.ts';
import { LIMITS } from '#lib/limits.ts';
import { SIZE_SOURCES, type SizeSource, WALL_PLACES, type WallPlace } from '#lib/options.ts';
import type { LeadDetails } from './lead-details.ts';
import { styleOfMurals } from './liked-style.ts';
import { QUOTE_FIELDS, type QuoteDraft } from './quote-fields.ts';

/** A mural that the client has chosen, with what the form shows of it. */
export interface LikedCard {
  slug: string;
  name: string;
  styles: string[];
  /** The address of a small picture; null without one. */
  picture: string | null;
}

/**
 * What the form holds beside its fields while the client fills it in. Apart from the schema, so that it shows without
 * zod.
 */
export interface QuoteDetails {
  place: WallPlace | '';
  /** Nobody knows what the wall is made of. */
  unsure: boolean;
  /** How the size was found, and the text of it that this is about; nothing for one that was typed. */
  measured: { by: SizeSource; text: string } | null;
  liked: LikedCard[];
  /** The style was chosen by hand: murals that are chosen later do not change it. */
  ownStyle: boolean;
  /** A call comes before a proposal. */
  callFirst: boolean;
}

export const NO_DETAILS: QuoteDetails = {
  place: '',
  unsure: false,
  measured: null,
  liked: [],
  ownStyle: false,
  callFirst: false,
};

/** What is sent of it with a form: nothing where there is nothing to say. */
export function sentDetails(quote: QuoteDraft, details: QuoteDetails): LeadDetails | undefined {
  const size = feetOf(quote.mural_size);
  const by = details.measured?.text === quote.mural_size ? details.measured.by : 'typed';
  const unsure = details.unsure && quote.surface_type === 'other';
  const { callFirst } = details;
  if (!size && !details.place && !unsure && !callFirst && details.liked.length === 0)
    return undefined;
  return {
    width_ft: size?.width ?? null,
    height_ft: size?.height ?? null,
    size_source: size ? by : null,
    place: details.place || null,
    surface_unsure: unsure,
    mural_slugs: details.liked.map(({ slug }) => slug),
    ...(callFirst && { call_first: true }),
  };
}

/** What is asked for: the form, and what is sent beside it. */
export interface AskedFor {
  quote: QuoteDraft;
  details?: LeadDetails | undefined;
}

/** Whether two requests ask for the same. */
export const isSameRequest = (a: AskedFor, b: AskedFor): boolean =>
  QUOTE_FIELDS.every((field) => a.quote[field] === b.quote[field]) &&
  JSON.stringify(a.details) === JSON.stringify(b.details);

/** What a request that was on its way says beside its form, as the form holds it; names of murals are not among it. */
export function heldDetails({ quote, details }: AskedFor): QuoteDetails {
  if (!details) return NO_DETAILS;
  const by = details.size_source;
  return {
    place: details.place ?? '',
    unsure: details.surface_unsure,
    measured: by && by !== 'typed' ? { by, text: quote.mural_size } : null,
    liked: details.mural_slugs.map((slug) => ({ slug, name: slug, styles: [], picture: null })),
    // Without their styles, murals decide about nothing.
    ownStyle: true,
    callFirst: details.call_first === true,
  };
}

/** A change of the form and of what is beside it. */
export interface QuoteChange {
  quote: Partial<QuoteDraft>;
  details: Partial<QuoteDetails>;
}

/** Murals are chosen: the style follows, unless the client has chosen one themselves. */
export function likedChange(details: QuoteDetails, liked: readonly LikedCard[]): QuoteChange {
  const chosen = liked.slice(0, LIMITS.likedMurals);
  const style = styleOfMurals(chosen);
  const follows = !details.ownStyle && style;
  return {
    quote: follows ? { style_preference: style } : {},
    details: { liked: chosen },
  };
}

/** A field was changed by hand, and what beside it is not true any more. */
export function fieldChange(field: keyof QuoteDraft, value: string): QuoteChange {
  const details = field === 'style_preference' ? { ownStyle: value !== '' } : {};
  return { quote: { [field]: value }, details };
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((one) => one === value);

function keptCard(value: unknown): LikedCard[] {
  if (typeof value !== 'object' || value === null) return [];
  const { slug, name, styles, picture } = value as Record<string, unknown>;
  if (!text(slug)) return [];
  const known = Array.isArray(styles) ? styles.filter((one) => typeof one === 'string') : [];
  return [
    {
      slug: text(slug),
      name: text(name),
      styles: known,
      picture: text(picture) || null,
    },
  ];
}

/** What a browser has kept: anything may have written it. */
export function keptDetails(value: unknown): QuoteDetails {
  const kept = (typeof value === 'object' && value ? value : {}) as Record<string, unknown>;
  const measured = kept.measured as { by?: unknown; text?: unknown } | null | undefined;
  const by = oneOf(SIZE_SOURCES, measured?.by);
  const liked = Array.isArray(kept.liked) ? kept.liked.flatMap(keptCard) : [];
  return {
    place: oneOf(WALL_PLACES, kept.place) ?? '',
    unsure: kept.unsure === true,
    measured: by ? { by, text: text(measured?.text) } : null,
    liked: liked.slice(0, LIMITS.likedMurals),
    ownStyle: kept.ownStyle === true,
    callFirst: kept.callFirst === true,
  };
}
