import { paths } from '#config/paths.ts';
import { escapeHtml } from '#node/html.ts';
import type { Mail } from './read-mails.ts';

const LINK = /https?:\/\/[^\s"'<>]+/g;

/** The development mailbox as a page: newest mail first, its text as it is, its addresses as links. */
export function mailPage(mails: readonly Mail[]): string {
  const list = mails.toReversed().map(article).join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Mails (development)</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Mails</h1>
<p class="note">What the embedded backend would have sent. This page exists only under <code>npm run dev</code>. <a href="">Reload</a></p>
${list || `<p class="none">No mail yet. <a href="${paths.recovery}">Ask for a new password</a>, and it arrives here.</p>`}
</body>
</html>
`;
}

function article({ to, subject, text }: Mail): string {
  return `<article>
<h2>${escapeHtml(subject)}</h2>
<p class="to">To ${escapeHtml(to)}</p>
<p class="text">${linked(text.trim())}</p>
</article>`;
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
h1 { margin: 0; }
h2 { margin: 0; font-size: 1.125rem; overflow-wrap: anywhere; }
a { color: light-dark(#c40f68, #ff69ab); }
article, .none { margin-top: 1.5rem; padding: 1.25rem 1.5rem; border: 1px solid light-dark(#e5d8c0, #352e5c); border-radius: 1.125rem; background: light-dark(#fffdf8, #1c1838); }
.note, .to { color: light-dark(#5b5372, #b9b1cd); }
.to { margin: 0.25rem 0 0; font-size: 0.875rem; overflow-wrap: anywhere; }
.text { margin: 1rem 0 0; white-space: pre-wrap; overflow-wrap: anywhere; }
`;
