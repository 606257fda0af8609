import { paths } from '#config/paths.ts';
import { escapeHtml } from '#node/html.ts';
import type { Mail } from './read-mails.ts';

const LINK = /https?:\/\/[^\s"'<>]+/g;

/** The development mailbox, newest mail first; `count` is how many there are in all. */
export function listPage(mails: readonly (Mail & { href: string })[], count: number): string {
  const list = mails.map(item).join('\n');
  const hidden = count - mails.length;
  return page(
    'Mails',
    `<h1>Mails</h1>
<p class="note">What would have been sent. This page exists only under <code>npm run dev</code>. <a href="">Reload</a></p>
${list ? `<ul>\n${list}\n</ul>` : `<p class="card">No mail yet. <a href="${paths.recovery}">Ask for a new password</a>, and it arrives here.</p>`}
${hidden > 0 ? `<p class="note">${hidden} older ones are in the folder.</p>` : ''}`,
  );
}

function item({ to, subject, at, href }: Mail & { href: string }): string {
  return `<li class="card"><h2><a href="${escapeHtml(href)}">${escapeHtml(subject)}</a></h2>
<p class="facts">To ${escapeHtml(to)}${written(at)}</p></li>`;
}

/** One mail: what a mailbox shows of it, and its text with addresses as links. */
export function mailPage(mail: Mail, list: string): string {
  const { to, subject, text, html, at } = mail;
  return page(
    subject,
    `<p class="note"><a href="${escapeHtml(list)}">All mails</a></p>
<h1>${escapeHtml(subject)}</h1>
<p class="facts">To ${escapeHtml(to)}${written(at)}</p>
${html ? `<iframe title="The mail as a mailbox shows it" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(inNewTab(html))}"></iframe>` : ''}
<h2>As plain text</h2>
<p class="card text">${linked(text.trim())}</p>`,
  );
}

const written = (at: Date | null) =>
  at
    ? `, <time datetime="${at.toISOString()}">${at.toISOString().slice(0, 19).replace('T', ' ')} UTC</time>`
    : '';

/** The frame itself leads nowhere: links open beside it. */
const inNewTab = (html: string) => html.replace(/<head\b[^>]*>|$/i, '$&<base target="_blank">');

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} (development)</title>
<style>${STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** Text with its addresses as links; what is between them is escaped, and so are they. */
function linked(text: string): string {
  let html = '';
  let from = 0;
  for (const { 0: url, index } of text.matchAll(LINK)) {
    html += `${escapeHtml(text.slice(from, index))}<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`;
    from = index + url.length;
  }
  return html + escapeHtml(text.slice(from));
}

const STYLE = `
:root { color-scheme: light dark; }
body { max-width: 44rem; margin: 0 auto; padding: 2rem 1rem 4rem; font: 1rem/1.5 system-ui, sans-serif; background: light-dark(#faf3e6, #120f28); color: light-dark(#1b1638, #f9f1e2); }
h1 { margin: 0; overflow-wrap: anywhere; }
h2 { margin: 0; font-size: 1.125rem; overflow-wrap: anywhere; }
iframe + h2 { margin-top: 2rem; }
a { color: light-dark(#c40f68, #ff69ab); }
ul { margin: 1.5rem 0 0; padding: 0; list-style: none; }
.card { margin: 0.75rem 0 0; padding: 1rem 1.5rem; border: 1px solid light-dark(#e5d8c0, #352e5c); border-radius: 1.125rem; background: light-dark(#fffdf8, #1c1838); }
.note, .facts { color: light-dark(#5b5372, #b9b1cd); }
.facts { margin: 0.25rem 0 0; font-size: 0.875rem; overflow-wrap: anywhere; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; }
iframe { display: block; width: 100%; height: 44rem; margin-top: 1.5rem; border: 1px solid light-dark(#e5d8c0, #352e5c); border-radius: 1.125rem; background: light-dark(#fff, #120f28); }
`;
