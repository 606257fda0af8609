import { ALL_BUCKETS } from '#features/pictures/buckets.ts';
import { LIMITS } from '#lib/limits.ts';

/*
 * How large a request may be, by where it goes and who sends it: the front and the gateway both ask here. Each limit
 * follows from what the product promises inside, so that none can refuse what another has promised.
 */
const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

/** `person` is signed in, or has a signed address for one upload; `operator` has the secret key. */
export type SenderKind = 'guest' | 'person' | 'operator';

/** How many names of files one call may hold, and how long each may be. */
export const STORAGE_PATHS = 1000;
export const STORAGE_KEY_BYTES = 1024;

/** Around a file: the parts of the form that supabase-js wraps it in, with what the sender says about it. */
const FORM_BYTES = 64 * KILOBYTE;

/** Of buckets that only an operator knows. */
const OTHER_FILE_BYTES = 20 * MEGABYTE;
const OPERATOR_JSON_BYTES = 2 * MEGABYTE;

/** Many times what a form for everybody can hold. */
const TYPED_BYTES = 64 * KILOBYTE;

/** Where JSON escapes everything, a character takes two escapes of six. */
const BYTES_PER_CHARACTER = 12;
const ADDRESS_BYTES = LIMITS.webAddress + 60;

/** The longest profile and the longest mural: both are sent as they are and as they were read. */
const PERSON_JSON_BYTES =
  TYPED_BYTES + 2 * Math.max(profileBytes(), BYTES_PER_CHARACTER * LIMITS.muralStory);

function profileBytes(): number {
  const lists = 4 * LIMITS.listItems * LIMITS.listItemLength;
  const described =
    LIMITS.pictureDetails * (ADDRESS_BYTES + BYTES_PER_CHARACTER * LIMITS.pictureAlt);
  const addresses = (LIMITS.portfolioImages + LIMITS.socialLinks) * ADDRESS_BYTES;
  return BYTES_PER_CHARACTER * (LIMITS.bio + lists) + described + addresses;
}

/** The values of one line: a cell for each field, and lists with their items. */
const IMPORT_ROW_VALUES = 40 + 4 * LIMITS.listItems + LIMITS.socialLinks;

/** A byte of an old code page becomes three in UTF-8; each line names its fields. */
const IMPORT_BYTES = 3 * LIMITS.importBytes + LIMITS.importRows * KILOBYTE;
const IMPORT = /^\/rest\/v1\/rpc\/import_(artists|murals)$/;

/** Whether only admins send so much there. */
export const isImport = (path: string): boolean => IMPORT.test(path);

/** How many values JSON may hold: each may be one of a statement, except in an import, which is one value in all. */
export const mostValues = (path: string): number =>
  isImport(path) ? LIMITS.importRows * IMPORT_ROW_VALUES : 30_000;

/** The most bytes of a body to this path, decoded once, from this sender. */
export function largestBody(path: string, sender: SenderKind): number {
  const storage = /^\/storage\/v1\/(.*)$/s.exec(path)?.[1];
  if (storage !== undefined) return largestToStorage(storage, sender);
  if (sender === 'guest' || !path.startsWith('/rest/'))
    return sender === 'operator' ? OPERATOR_JSON_BYTES : TYPED_BYTES;
  if (isImport(path)) return IMPORT_BYTES;
  return sender === 'operator' ? OPERATOR_JSON_BYTES : PERSON_JSON_BYTES;
}

const CALLS = /^object\/(list|list-v2|sign|move|copy|info|public|authenticated)(\/|$)/;
const NAMES_BYTES = STORAGE_PATHS * (STORAGE_KEY_BYTES + 3);

function largestToStorage(path: string, sender: SenderKind): number {
  const [, signed, bucket] = /^object\/(upload\/sign\/)?([^/]+)\/./s.exec(path) ?? [];
  if (!bucket || CALLS.test(path) || (signed && sender === 'guest')) return NAMES_BYTES;
  const known = ALL_BUCKETS.find(({ name }) => name === bucket);
  if (sender === 'guest') return known?.guests ? known.maxBytes + FORM_BYTES : 4 * TYPED_BYTES;
  return (known?.maxBytes ?? OTHER_FILE_BYTES) + FORM_BYTES;
}
