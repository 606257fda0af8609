import { ANSWER_MS, within } from '#lib/within.ts';

/** Puts a text on the clipboard. Throws where the browser refuses it or does not answer. */
export async function copyText(text: string): Promise<void> {
  await within(navigator.clipboard.writeText(text), ANSWER_MS);
}
