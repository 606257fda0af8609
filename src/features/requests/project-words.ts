/** What is asked of somebody who does not know what to write, in the order of asking; each is a line of the description. */
export const PROMPTS = [
  {
    key: 'show',
    question: 'What should it say or show?',
    line: 'What it should say or show',
    hint: 'Herons and bluebonnets, our name in big letters…',
  },
  {
    key: 'who',
    question: 'Who will see it?',
    line: 'Who will see it',
    hint: 'Guests on our patio, everybody who drives by…',
  },
  {
    key: 'avoid',
    question: 'Anything to avoid?',
    line: 'To avoid',
    hint: 'No logos, nothing scary, not too dark…',
  },
  {
    key: 'when',
    question: 'When should it be done?',
    line: 'When',
    hint: 'Before we open in May; no hurry…',
  },
] as const;
type PromptKey = (typeof PROMPTS)[number]['key'];

/** An answer to each question, and whatever else the description says. */
export type ProjectWords = Record<PromptKey | 'rest', string>;

export const NO_WORDS: ProjectWords = { show: '', who: '', avoid: '', when: '', rest: '' };

/** Without empty lines around it. A space before its first word stays: without, it may be the line of a question. */
const block = (text: string): string => text.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd();

/** The description that answers make: a line for each question that has one, then the rest. */
export function describedBy(words: ProjectWords): string {
  const lines = PROMPTS.flatMap(({ key, line }) => {
    const answer = words[key].trim();
    return answer ? [`${line}: ${answer}`] : [];
  });
  return [lines.join('\n'), block(words.rest)].filter(Boolean).join('\n\n');
}

/** The answers that a description was made of. What nobody was asked is the rest, and so is a second answer. */
export function projectWords(description: string): ProjectWords {
  const words = { ...NO_WORDS };
  const rest: string[] = [];
  let open: PromptKey | null = null;
  for (const line of description.split('\n')) {
    const prompt = PROMPTS.find(
      ({ key, line: start }) =>
        !words[key] && line.startsWith(`${start}: `) && line.slice(start.length + 2).trim(),
    );
    if (prompt) {
      open = prompt.key;
      words[open] = line.slice(prompt.line.length + 2);
    } else if (open && line.trim()) words[open] += `\n${line}`;
    else {
      open = null;
      rest.push(line);
    }
  }
  words.rest = block(rest.join('\n'));
  return words;
}
