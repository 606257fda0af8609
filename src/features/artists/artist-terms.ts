import { dollars, monthAndYear, plural } from '#lib/format.ts';
import { addressLabel, webAddress } from '#lib/web-address.ts';
import type { ListedArtist } from './artist.ts';

type Terms = Pick<ListedArtist, 'travel_miles' | 'minimum_price' | 'insured' | 'insured_to'>;

/** On which terms an artist takes a wall, a phrase for each; none for what they do not say. */
export function termLabels({ travel_miles, minimum_price, ...insurance }: Terms): string[] {
  const terms: string[] = [];
  if (travel_miles === 0) terms.push('Doesn’t travel');
  if (travel_miles) terms.push(`Travels up to ${plural(travel_miles, 'mile')}`);
  if (minimum_price) terms.push(`Walls from ${dollars(minimum_price)}`);
  const insured = insuranceLabel(insurance);
  if (insured) terms.push(insured);
  return terms;
}

/** What is known of an artist's liability insurance: that an admin has checked it, or that they say so; null for nothing. */
export function insuranceLabel({
  insured,
  insured_to,
}: Pick<ListedArtist, 'insured' | 'insured_to'>): string | null {
  if (insured_to) return `Liability insurance, checked, to ${monthAndYear(insured_to)}`;
  return insured ? 'Says they’re insured' : null;
}

/**
 * An artist's website and social links, by the names that people know; nothing but web addresses, whatever the row
 * holds.
 */
export function artistLinks({
  website,
  social_links,
}: Pick<ListedArtist, 'website' | 'social_links'>): { href: string; label: string }[] {
  return [website, ...social_links].flatMap((link) => {
    const href = webAddress(link ?? '');
    return href ? [{ href, label: addressLabel(href) }] : [];
  });
}
