import { isoTimestamp, jsonNumber } from '../base/database.ts';
import { parseCounted } from './answer-size.ts';

const asText = (value: unknown) => String(value);

/** What is text already is taken as JSON, as PGlite does; @supabase/lite writes JSON so. */
const jsonText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Beyond what a number holds, the digits. */
function wholeNumber(text: string): number | bigint {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}

/** How postgres.js writes and reads the values of columns: answers are PostgREST's. */
export const COLUMN_TYPES = {
  bigint: { to: 20, from: [20], serialize: asText, parse: wholeNumber },
  date: { to: 1082, from: [1082], serialize: asText, parse: asText },
  time: { to: 1083, from: [1083], serialize: asText, parse: asText },
  json: { to: 114, from: [114], serialize: jsonText, parse: parseCounted },
  jsonb: { to: 3802, from: [3802], serialize: jsonText, parse: parseCounted },
  numeric: { to: 1700, from: [1700], serialize: asText, parse: jsonNumber },
  timestamp: { to: 1114, from: [1114], serialize: asText, parse: isoTimestamp },
  timestamptz: { to: 1184, from: [1184], serialize: asText, parse: isoTimestamp },
};
