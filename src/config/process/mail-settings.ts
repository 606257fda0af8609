import type { MailSettings } from '#node/mail-transport.ts';
import { readMailbox } from '../mailbox.ts';
import { SITE } from '../site.ts';

/** Nobody answers there, and nobody can own it (RFC 2606). */
const NOBODY = { name: SITE.name, address: 'no-reply@muro.invalid' };

/** Reads `SMTP_URL` and `MAIL_FROM`. Throws one sentence that names the variable at fault and shows no password. */
export function readMailSettings(env: Record<string, string | undefined>): MailSettings {
  const smtpUrl = readServer(env.SMTP_URL);
  if (smtpUrl && !env.MAIL_FROM) {
    throw new Error(
      `SMTP_URL is set, but MAIL_FROM is not. It names the sender, as in MAIL_FROM='${SITE.name} <hello@example.com>'.`,
    );
  }
  return { smtpUrl, from: env.MAIL_FROM ? readMailbox('MAIL_FROM', env.MAIL_FROM) : NOBODY };
}

function readServer(text: string | undefined): string | null {
  if (!text) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const tls = url?.searchParams.get('tls') ?? 'off';
  if (url?.hostname && ['smtp:', 'smtps:'].includes(url.protocol) && tls === 'off') return text;
  throw new Error(
    'SMTP_URL must look like smtp://mail.example.com:587, or smtps:// for TLS from the first byte; a name and a password before the host have their special characters percent-encoded. Add ?tls=off only where the server offers no TLS and the network between is yours.',
  );
}
