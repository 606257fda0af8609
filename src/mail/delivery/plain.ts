import {
  addressOf,
  asOneLine,
  type Block,
  type Frame,
  lines,
  type MailDocument,
} from '../document.ts';

/** A mail without markup, for those who read it so and for what reads it aloud. */
export function plainOf(document: MailDocument, frame: Frame): string {
  const { href, home, origin, unsubscribeUrl } = frame;
  const parts = [
    asOneLine(document.heading),
    ...document.blocks.map((block) => blockOf(block, origin)),
    `${asOneLine(document.button.label)}:\n${href}`,
    `--\n${asOneLine(document.why)}\n${home}`,
    ...(document.aside
      ? [`${asOneLine(document.aside.label)}: ${addressOf(document.aside.path, origin)}`]
      : []),
    ...(unsubscribeUrl ? [`Stop emails like this one: ${unsubscribeUrl}`] : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

function blockOf(block: Block, origin: string): string {
  if (block.kind === 'text') return lines(block.text);
  if (block.kind === 'list') return block.items.map((item) => `- ${asOneLine(item)}`).join('\n');
  if (block.kind === 'links') {
    return block.items
      .map(({ text, path }) => `- ${asOneLine(text)}\n  ${addressOf(path, origin)}`)
      .join('\n');
  }
  // A person's words never look like ours.
  if (block.kind === 'quote') return lines(block.text).replace(/^/gm, '> ');
  return block.rows.map(([name, value]) => `${asOneLine(name)}: ${asOneLine(value)}`).join('\n');
}
