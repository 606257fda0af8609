import { LANGUAGE } from '#config/language.ts';
import { paths } from '#config/paths.ts';
import { truncate } from '#lib/format.ts';
import { addressOf, asOneLine, type Frame } from '../document.ts';
import { htmlOf } from './html.ts';
import { plainOf } from './plain.ts';
import { TEMPLATES } from './templates.ts';
import { isUnproven, unprovenMail } from './unproven.ts';

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}

interface Surroundings {
  /** The site's address. */
  origin: string;
  /** Ends such mails, by a page and by one POST (RFC 8058); only for kinds that can be ended. */
  unsubscribeToken?: string | null;
}

/** No mailbox shows more. */
const SUBJECT = 120;
const PREVIEW = 140;

/**
 * A mail of a kind in both its bodies.
 * @throws for an unknown kind, and when `data` is not what the kind needs.
 */
export function renderMail(
  kind: string,
  data: unknown,
  { origin, unsubscribeToken = null }: Surroundings,
): RenderedMail {
  const template = Object.hasOwn(TEMPLATES, kind) ? TEMPLATES[kind] : undefined;
  if (!template) throw new Error(`There is no template for mails of the kind '${kind}'.`);
  const written = isUnproven(data) ? unprovenMail(kind, data) : template.document(data);
  const document = {
    ...written,
    subject: truncate(asOneLine(written.subject), SUBJECT),
    preview: truncate(asOneLine(written.preview), PREVIEW),
  };
  const frame: Frame = {
    origin,
    home: LANGUAGE === 'en' ? origin : addressOf(paths.home, origin),
    href: addressOf(document.button.path, origin),
    unsubscribeUrl: unsubscribeToken && addressOf(paths.unsubscribeBy(unsubscribeToken), origin),
  };
  return {
    subject: document.subject,
    text: plainOf(document, frame),
    html: htmlOf(document, frame),
    headers: {
      // No answering machine answers (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeToken && {
        'List-Unsubscribe': `<${new URL(paths.oneClick(unsubscribeToken), origin).href}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
}
