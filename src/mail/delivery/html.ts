import { LANGUAGE } from '#config/language.ts';
import { SITE } from '#config/site.ts';
import { escapeHtml } from '#node/html.ts';
import {
  addressOf,
  asOneLine,
  type Block,
  type Frame,
  lines,
  type MailDocument,
} from '../document.ts';
import { type Color, FONTS, PALETTE } from './palette.ts';

const inLine = (text: string) => escapeHtml(asOneLine(text));
const inLines = (text: string) => escapeHtml(lines(text)).replaceAll('\n', '<br>');

const PROPERTIES = { color: 'c', 'background-color': 'b', 'border-color': 'e' } as const;

/** Attributes of an element: its colors in the light scheme, the classes that the dark one turns, other styles. */
function look(
  colors: Partial<Record<keyof typeof PROPERTIES, Color>>,
  style = '',
  className = '',
): string {
  const painted = Object.entries(colors) as [keyof typeof PROPERTIES, Color][];
  const names = painted.map(([property, color]) => `${PROPERTIES[property]}-${color}`);
  const styles = painted.map(([property, color]) => `${property}:${PALETTE[color][0]}`);
  const all = [...styles, ...(style ? [style] : [])].join(';');
  return `class="${[className, ...names].filter(Boolean).join(' ')}" style="${all}"`;
}

/** On the link, so that all of the button is pressed; Outlook pads no links and takes the cell's. */
const BUTTON_PADDING = '14px 26px';

const TEXT = `margin:0 0 16px;font-size:16px;line-height:1.55`;

/** A mail as one page of tables: 600 px wide at most, without a picture, in both color schemes. */
export function htmlOf(document: MailDocument, frame: Frame): string {
  const { href, home, origin, unsubscribeUrl } = frame;
  return `<!doctype html>
<html lang="${LANGUAGE}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, address=no, email=no, date=no">
<title>${inLine(document.subject)}</title>
<style>${STYLE}</style>
</head>
<body ${look({ 'background-color': 'paper', color: 'ink' }, `margin:0;padding:0;font-family:${FONTS.body}`)}>
<div style="display:none;max-height:0;overflow:hidden;font-size:1px;line-height:1px;opacity:0">${inLine(document.preview)}${'&#8199;&#65279;&#847; '.repeat(40)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" ${look({ 'background-color': 'paper' })}>
<tr><td align="center" class="outer" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px">
<tr><td style="padding:0 0 16px"><a href="${escapeHtml(home)}" ${look({ color: 'ink' }, `font-family:${FONTS.display};font-size:28px;font-weight:800;line-height:1;text-decoration:none`)}>${SITE.name}</a></td></tr>
<tr><td>${bunting()}</td></tr>
<tr><td ${look({ 'background-color': 'paper-2', color: 'ink' }, 'padding:32px;border-radius:0 0 18px 18px', 'inner')}>
<h1 ${look({ color: 'ink' }, `margin:0 0 16px;font-family:${FONTS.display};font-weight:800;font-size:26px;line-height:1.2;overflow-wrap:anywhere`)}>${inLine(document.heading)}</h1>
${document.blocks.map((block) => blockOf(block, origin)).join('\n')}
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 0"><tr><td ${look({ 'background-color': 'brand' }, `border-radius:12px;mso-padding-alt:${BUTTON_PADDING}`)}><a href="${escapeHtml(href)}" ${look({ color: 'brand-ink' }, `display:inline-block;padding:${BUTTON_PADDING};font-size:16px;line-height:1.25;font-weight:700;text-decoration:none`)}>${inLine(document.button.label)}</a></td></tr></table>
</td></tr>
<tr><td ${look({ color: 'ink-2' }, 'padding:20px 4px 0;font-size:13px;line-height:1.6')}>${inLine(document.why)} <a href="${escapeHtml(home)}" ${look({ color: 'ink-2' })}>${escapeHtml(new URL(origin).host)}</a>${asideOf(document, origin)}${
    unsubscribeUrl
      ? `<br><a href="${escapeHtml(unsubscribeUrl)}" ${look({ color: 'ink-2' })}>Stop emails like this one</a>`
      : ''
  }</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function asideOf({ aside }: MailDocument, origin: string): string {
  if (!aside) return '';
  const href = escapeHtml(addressOf(aside.path, origin));
  return `<br><a href="${href}" ${look({ color: 'ink-2' })}>${inLine(aside.label)}</a>`;
}

/** The papel picado of the site as five bars of paint. */
function bunting(): string {
  const bars = (['brand', 'accent', 'leaf', 'river', 'clay'] as const)
    .map(
      (color) =>
        `<td ${look({ 'background-color': color }, 'height:8px;font-size:0;line-height:0')}>&nbsp;</td>`,
    )
    .join('');
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>${bars}</tr></table>`;
}

function blockOf(block: Block, origin: string): string {
  if (block.kind === 'text') return `<p style="${TEXT}">${inLines(block.text)}</p>`;
  if (block.kind === 'list') return listOf(block.items.map(inLine));
  if (block.kind === 'links') {
    const link = ({ text, path }: (typeof block.items)[number]) =>
      `<a href="${escapeHtml(addressOf(path, origin))}" ${look({ color: 'ink' })}>${inLine(text)}</a>`;
    return listOf(block.items.map(link));
  }
  if (block.kind === 'quote') {
    return `<p${langOf(block.lang)} ${look({ 'border-color': 'accent' }, `${TEXT};padding:4px 0 4px 16px;border-left-width:4px;border-left-style:solid;overflow-wrap:anywhere`)}>${inLines(block.text)}</p>`;
  }
  const rows = block.rows.map(
    ([name, value]) =>
      `<tr><th scope="row" align="left" valign="top" ${look({ color: 'ink-2', 'border-color': 'line' }, 'padding:8px 16px 8px 0;border-bottom-width:1px;border-bottom-style:solid;font-size:14px;line-height:1.5;font-weight:400')}>${inLine(name)}</th><td valign="top" ${look({ color: 'ink', 'border-color': 'line' }, 'padding:8px 0;border-bottom-width:1px;border-bottom-style:solid;font-size:16px;line-height:1.5;overflow-wrap:anywhere')}>${inLine(value)}</td></tr>`,
  );
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px;border-collapse:collapse">${rows.join('')}</table>`;
}

/** Of words in another language than the mail. */
const langOf = (lang = LANGUAGE) => (lang === LANGUAGE ? '' : ` lang="${lang}"`);

function listOf(items: string[]): string {
  const rows = items.map((item) => `<li style="margin:0 0 8px">${item}</li>`);
  return `<ul style="margin:0 0 16px;padding:0 0 0 20px;font-size:16px;line-height:1.55">${rows.join('')}</ul>`;
}

/** What attributes cannot say: the dark scheme, and narrow screens. */
const STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.outer{padding:20px 10px!important}.inner{padding:24px 18px!important}}
@media (prefers-color-scheme:dark){${(Object.keys(PALETTE) as Color[])
  .map(
    (color) =>
      `.b-${color}{background-color:${PALETTE[color][1]}!important}.c-${color}{color:${PALETTE[color][1]}!important}.e-${color}{border-color:${PALETTE[color][1]}!important}`,
  )
  .join('')}}
`;
