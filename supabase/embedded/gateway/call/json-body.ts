/** Deeper than any form of the product, and no stack of a recursive reader is used up by it. */
const DEEPEST = 100;
export class UnreadableBody extends Error {}

/**
 * Reads a body as JSON, in the one way that everybody behind the door reads it too: UTF-8, whatever the headers say.
 * @param mostValues the protocol of PostgreSQL does not notice when a statement has more than 65,535.
 * @throws UnreadableBody for what is no JSON, holds text that no database takes, or is too deep or too long.
 */
export function readJson(bytes: Uint8Array, mostValues: number): unknown {
  const value = parse(bytes);
  let values = 0;
  const visit = (part: unknown, depth: number): void => {
    if (typeof part === 'string') checkText(part);
    if (part === null || typeof part !== 'object') return;
    if (depth === DEEPEST) throw new UnreadableBody('it is nested too deeply');
    for (const [key, inner] of Object.entries(part)) {
      if (++values > mostValues) throw new UnreadableBody('it holds too many values');
      checkText(key);
      visit(inner, depth + 1);
    }
  };
  visit(value, 0);
  return value;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new UnreadableBody('it is not JSON');
  }
}

function checkText(text: string): void {
  if (text.includes('\0') || !text.isWellFormed())
    throw new UnreadableBody('it holds characters that cannot be stored');
}
