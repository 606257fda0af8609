import { LIMITS } from '#lib/limits.ts';

/** Questions to a client who does not know what to write, and the line of the description that each begins. */
const PROMPTS = [
  { question: 'What should it say or show?', line: 'What it should say or show' },
  { question: 'Who will see it?', line: 'Who will see it' },
  { question: 'Anything to avoid?', line: 'To avoid' },
  { question: 'When should it be done?', line: 'When' },
] as const;

const start = (line: string) => `${line}: `;

/** The prompts that a description has no line of yet and has room for. */
export function unasked(description: string): (typeof PROMPTS)[number][] {
  const lines = description.split('\n');
  return PROMPTS.filter(
    ({ line }) =>
      !lines.some((one) => one.startsWith(start(line).trimEnd())) &&
      [...startLine(description, line)].length < LIMITS.projectMax,
  );
}

/** The description with a line begun at its end. */
export function startLine(description: string, line: string): string {
  const before = description.trimEnd();
  return before ? `${before}\n${start(line)}` : start(line);
}
