import { type Block, type Frame, lines, type MailDocument, oneLine } from './document.ts';

/** A mail without markup, for those who read it so and for what reads it aloud. */
export function plainOf(document: MailDocument, { href, origin, unsubscribeUrl }: Frame): string {
  const parts = [
    oneLine(document.heading),
    ...document.blocks.map((block) => blockOf(block, origin)),
    `${oneLine(document.button.label)}:\n${href}`,
    `--\n${oneLine(document.why)}\n${origin}`,
    ...(document.aside
      ? [`${oneLine(document.aside.label)}: ${new URL(document.aside.path, origin).href}`]
      : []),
    ...(unsubscribeUrl ? [`Stop mails like this one: ${unsubscribeUrl}`] : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

function blockOf(block: Block, origin: string): string {
  if (block.kind === 'text') return lines(block.text);
  if (block.kind === 'list') return block.items.map((item) => `- ${oneLine(item)}`).join('\n');
  if (block.kind === 'links') {
    return block.items
      .map(({ text, path }) => `- ${oneLine(text)}\n  ${new URL(path, origin).href}`)
      .join('\n');
  }
  // Somebody's words never look like ours.
  if (block.kind === 'quote') return lines(block.text).replace(/^/gm, '> ');
  return block.rows.map(([name, value]) => `${oneLine(name)}: ${oneLine(value)}`).join('\n');
}
