import type { Included } from '#features/agreements/included.ts';
import type { StyleOption, Surface } from '#lib/options.ts';

export interface ArtistSeed {
  slug: string;
  name: string;
  city: string | null;
  state: string | null;
  bio: string | null;
  styles: readonly string[];
  mediums: readonly string[];
  surfaces: readonly Surface[];
  years: number | null;
  rating: number;
  joined: string;
  phone: string | null;
  photo: boolean;
  /** How many works of the portfolio have a picture. */
  works: number;
  featured?: boolean;
  hidden?: boolean;
  /** The account's address when it is not `{slug}@example.com`. */
  email?: string;
}

export interface MuralSeed {
  slug: string;
  title: string;
  /** Whose mural it is and which of the artist's works shows it; null where the artist is unknown. */
  by: readonly [artist: string, work: number] | null;
  description: string;
  city: string;
  state: string;
  location: string;
  /** When it was finished; null for a wall that is still being painted. */
  date: string | null;
  surface: Surface;
  medium: string;
  dimensions: string | null;
  styles: readonly string[];
  /** How many close-ups the gallery shows. */
  closeUps?: 1 | 2;
  featured?: boolean;
  hidden?: boolean;
}

export interface CitySeed {
  name: string;
  state: string;
  description: string;
  /** The mural whose picture covers the card, or null for the placeholder. */
  cover: string | null;
  featured: boolean;
}

export interface LeadSeed {
  key: string;
  kind?: 'consultation';
  name: string;
  email: string;
  phone: string | null;
  city: string;
  project: string;
  size: string | null;
  surface: Surface;
  style: StyleOption;
  budget: 'under-1k' | '1k-5k' | '5k-10k' | '10k-plus';
  hoursAgo: number;
  /** Sent by the demo client. */
  mine?: boolean;
  held?: string;
  /** Written in another language than English. */
  locale?: 'es';
  assigned: readonly (readonly [artist: string, status: 'new' | 'in_review' | 'completed'])[];
}

export interface ThreadSeed {
  /** Key of the lead, and slug of the artist: one of those who have it. */
  lead: string;
  artist: string;
  messages: readonly { from: 'client' | 'artist'; hoursAgo: number; body: string }[];
  proposal?: {
    low: number;
    high: number;
    startsInDays: number;
    days: number;
    included: readonly Included[];
    message: string | null;
    hoursAgo: number;
  };
}
