import type { DestinationStream, LoggerOptions } from 'pino';
import { codeOf, sentence } from './errors.ts';
import { impersonal, redacted } from './redact.ts';

type Fact = string | number | boolean | readonly string[] | undefined;

/** What programs want to know of an event beside its sentence. */
export interface About {
  /** Which kind of event it is; `message` where nobody says. */
  event?: string;
  level?: 'info' | 'warn' | 'error';
  /** The id of the request that it is about. */
  request?: string | undefined;
  /** How long it took. */
  ms?: number;
  [fact: string]: Fact;
}

/** Tells of an event in a sentence for people; without one it is for programs alone. */
export type Log = (line: string, about?: About) => void;

/** For people: nothing that opens something reaches it. */
const text: Log = (line) => {
  if (line) console.error(redacted(line));
};

/** What is read later, from a file or a container: when it was, and how grave. */
export function stampedLine(line: string, about: About | undefined, now: Date): string {
  return `${now.toISOString().replace(/\.\d+/, '')} ${levelOf(line, about)} ${redacted(line)}`;
}

const levelOf = (line: string, about: About | undefined) =>
  about?.level ?? (line.startsWith('Warning: ') ? 'warn' : 'info');

/** For programs, one object of JSON a line: nothing that opens something reaches it, and nothing of a person. */
export async function jsonLog(out?: DestinationStream): Promise<Log> {
  // Where people read the log, the library is not loaded.
  const { pino } = await import('pino');
  const options: LoggerOptions = {
    base: null,
    messageKey: 'message',
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
  };
  const logger = pino(options, out ?? pino.destination({ fd: 1, sync: true }));
  return (line, about = {}) => {
    const { level = levelOf(line, about), ...facts } = about;
    const clean = Object.entries(facts).map(([name, fact]) => [name, cleaned(fact)]);
    logger[level](
      { event: 'message', ...Object.fromEntries(clean) },
      line ? told(line) : undefined,
    );
  };
}

let write = text;

/** From now on each line of this process begins with its time and its level. */
export function logWithTimes(): void {
  write = (line, about) => {
    if (line) console.error(stampedLine(line, about, new Date()));
  };
}

/** From now on this process logs for programs, on the standard output. */
export async function logAsJson(): Promise<void> {
  write = await jsonLog();
}

/** The one log of a process. */
export const logLine: Log = (line, about) => write(line, about);

/** The log of one part of the product. */
export function partLog(log: Log, part: string): Log {
  return (line, about) => log(line, { ...about, part });
}

/**
 * Tells of what goes on being so in one sentence once, and programs each time. After `over`, which tells of the end, the
 * same is news again.
 */
export function toldOnce(
  log: Log,
  end?: { line: string; event: string },
): { tell: Log; over: () => void } {
  let last = '';
  return {
    tell: (line, about) => {
      if (line !== last) log(line, about);
      else if (about) log('', about);
      last = line;
    },
    over: () => {
      if (last && end) log(end.line, { event: end.event });
      last = '';
    },
  };
}

/** What lies behind an error, told once with it. */
export function behind(error: unknown): { code?: string | undefined; cause?: string } {
  const causes: string[] = [];
  let code = codeOf(error);
  for (let at = causeOf(error); at && causes.length < 5; at = causeOf(at)) {
    causes.push(sentence(at));
    code ??= codeOf(at);
  }
  return { ...(code && { code }), ...(causes.length > 0 && { cause: causes.join(': ') }) };
}

const causeOf = (error: unknown) => (error instanceof Error ? error.cause : undefined);
const told = (text: string) => impersonal(redacted(text));
const cleaned = (fact: Fact) => (typeof fact === 'string' ? told(fact) : fact);
