import type { PictureInMessage } from '#features/pictures/picture-in-message.ts';
import type { Message } from './conversation.ts';
import { pictureName } from './live-conversation.ts';

interface Addresses {
  /** Of those that this browser has, in their order. */
  local: readonly string[];
  /** Of those that have arrived, by their path; null for one that could not be had. */
  remote: Readonly<Record<string, string | null>>;
}

/** After this long a picture that has not come is not on its way any more. */
const ON_ITS_WAY_MS = 24 * 3600 * 1000;

/** The pictures of a message as they can be shown now: the browser's own, those that have arrived, or words. */
export function picturesOf(
  { pictures, created_at }: Pick<Message, 'pictures' | 'created_at'>,
  who: string | null,
  { local, remote }: Addresses,
): PictureInMessage[] {
  const young = Date.now() - Date.parse(created_at) < ON_ITS_WAY_MS;
  return pictures.map(({ path, arrived }, n) => {
    const name = pictureName(n + 1, pictures.length, who);
    const src = local[n] ?? remote[path];
    if (src || arrived) return { name, src };
    return { name, src, absent: young ? 'On its way…' : 'Didn’t arrive' };
  });
}
