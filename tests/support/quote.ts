import { randomBytes, randomUUID } from 'node:crypto';

/** The arguments of `submit_lead` as the quote form sends them, with a key of their own. */
export const aQuote = (changes: object = {}) => ({
  p_key: randomUUID(),
  p_claim: randomBytes(32).toString('base64url'),
  p_name: 'Grace Client',
  p_email: 'grace@example.com',
  p_phone: null,
  p_city: 'San Antonio',
  p_project_description: 'A heron on the wall beside the river, three meters high.',
  p_mural_size: null,
  p_surface_type: 'brick',
  p_style_preference: 'nature',
  p_budget_range: '1k-5k',
  p_artist: null,
  p_website: '',
  p_elapsed_ms: 9000,
  ...changes,
});
