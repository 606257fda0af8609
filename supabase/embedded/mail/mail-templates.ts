import { readFile } from 'node:fs/promises';
import { escapeHtml } from '#node/html.ts';

/**
 * Subjects of the mails about accounts, in English and in Spanish; each is a file of `supabase/templates`.
 * `supabase/config.toml` has the first six as well.
 */
export const SUBJECTS = {
  confirmation: ['Confirm your email address', 'Confirma tu correo'],
  recovery: ['Reset your password', 'Cambia tu contraseña'],
  magic_link: ['Your log-in link', 'Tu enlace para iniciar sesión'],
  invite: ['You have been invited', 'Tienes una invitación'],
  email_change: ['Confirm your new email address', 'Confirma tu correo nuevo'],
  reauthentication: ['Confirm it’s you', 'Confirma que eres tú'],
  email_change_asked: ['Your email address is about to change', 'Tu correo está por cambiar'],
  email_change_done: ['Your email address has changed', 'Tu correo cambió'],
  account_exists: ['You already have an account', 'Ya tienes una cuenta'],
  address_in_use: ['Someone tried to use your email address', 'Alguien intentó usar tu correo'],
} as const;

export type Template = keyof typeof SUBJECTS;

/** What a template may name, as upstream names it. */
export interface TemplateValues {
  SiteURL: string;
  Email: string;
  NewEmail?: string;
  Token?: string;
  TokenHash?: string;
  RedirectTo?: string;
  /** What the account says of itself; nothing but its language is read. */
  Data?: { locale?: unknown } | undefined;
}

const CHOICE =
  /\{\{ if eq \.Data\.locale `es` \}\}([^{}]*(?:\{\{ \.\w+ \}\}[^{}]*)*)(?:\{\{ else \}\}([^{}]*(?:\{\{ \.\w+ \}\}[^{}]*)*))?\{\{ end \}\}/g;
const VARIABLE = /\{\{\s*\.(\w+)\s*\}\}/g;
const isSpanish = ({ Data }: TemplateValues) => Data?.locale === 'es';
const HREF = /(?<=\shref=")[^"]*(?=")/g;
const inUrl = (text: string) => encodeURIComponent(text).replaceAll("'", '%27');

/**
 * A mail about an account, from the file that a hosted project uses too. Values are escaped for the place where they
 * stand, as Go's html/template does there; subjects have none, so that no header can be made of one.
 */
export async function renderMail(name: Template, values: TemplateValues) {
  const file = await readFile(new URL(`../../templates/${name}.html`, import.meta.url), 'utf8');
  const [english, spanish] = SUBJECTS[name];
  return { subject: isSpanish(values) ? spanish : english, ...fill(file, values) };
}

/** The two bodies of a mail from one template. */
export function fill(template: string, values: TemplateValues) {
  const value = (name: string) => String(values[name as keyof TemplateValues] ?? '');
  const chosen = template.replace(CHOICE, (_, spanish, english = '') =>
    isSpanish(values) ? spanish : english,
  );
  const linked = chosen.replace(HREF, (href) =>
    href.replace(VARIABLE, (_, name) =>
      name === 'SiteURL' ? escapeHtml(value(name)) : inUrl(value(name)),
    ),
  );
  return {
    html: linked.replace(VARIABLE, (_, name) => escapeHtml(value(name))),
    text: plain(linked).replace(VARIABLE, (_, name) => value(name).replace(/\p{Cc}/gu, ' ')),
  };
}

/** A template as plain text: a paragraph a line, each link with its address behind it. */
function plain(html: string): string {
  return html
    .replace(/\s+/g, ' ')
    .replace(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/g, '$2: $1')
    .replace(/<\/(p|h1|table)>/g, '\n\n')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&amp;', '&')
    .replace(/ *\n */g, '\n')
    .trim()
    .concat('\n');
}
