import { LIMITS } from '#lib/limits.ts';
import { BUCKETS, LEAD_PHOTOS, MESSAGE_PICTURES, REVIEW_PICTURES } from './upload.ts';

/* What visitors never need, apart from what they do. */

/** Where certificates of artists are: readable by an address of five minutes only, and always as a download. */
export const PAPERS = {
  name: 'papers',
  maxBytes: LIMITS.paperBytes,
  types: ['application/pdf', ...MESSAGE_PICTURES.types],
  signedSeconds: 300,
} as const;

/** Where the sketches of a job are, each under the hash of its picture: readable by signed address only. */
export const SKETCHES = {
  name: 'sketches',
  maxBytes: LIMITS.sketchBytes,
  types: MESSAGE_PICTURES.types,
} as const;

/**
 * Every bucket, with what it takes and who puts files there: guests have the link or the claim of a request, which only
 * the database knows.
 */
export const ALL_BUCKETS = [
  { ...BUCKETS.photo, guests: false },
  { ...BUCKETS.portfolio, guests: false },
  { ...MESSAGE_PICTURES, guests: true },
  { ...LEAD_PHOTOS, guests: true },
  { ...REVIEW_PICTURES, guests: true },
  { ...PAPERS, guests: false },
  { ...SKETCHES, guests: false },
] as const;
