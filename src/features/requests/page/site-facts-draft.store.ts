import { keptDrafts } from '#browser/kept-draft.ts';
import { keptFactsSchema } from '#features/site-facts/site-facts-schema.ts';

const PREFIX = 'site-facts.draft.';

/** What was answered about the site of a wall and not saved, by request. */
export const siteFactsDrafts = keptDrafts(PREFIX, keptFactsSchema);
