import { paths, sameOriginPath } from '#config/paths.ts';
import { SITE } from '#config/site.ts';
import { type NewsletterItem, newsletterLine } from '#features/newsletter/newsletter.ts';
import { newsletterIssue, subscription } from './data.ts';
import type { Block } from './document.ts';
import { type Template, template } from './template.ts';

/** New artists or murals under their heading; nothing where there are none. */
function itemsOf(title: string, items: NewsletterItem[], path: (slug: string) => string): Block[] {
  if (items.length === 0) return [];
  const links = items.map((item) => ({ text: newsletterLine(item), path: path(item.slug) }));
  return [
    { kind: 'text', text: title },
    { kind: 'links', items: links },
  ];
}

/** Mails to subscribers of the newsletter. */
export const NEWSLETTER_TEMPLATES: Record<string, Template> = {
  newsletter_confirm: template(subscription, ({ link }) => ({
    subject: `Confirm that you want the ${SITE.name} newsletter`,
    preview: 'New walls and new artists, once a month.',
    heading: 'One press, and you are on the list',
    blocks: [
      {
        kind: 'text',
        text: `Someone signed this address up for the newsletter of ${SITE.name}: new walls and new artists, once a month. It only comes if you confirm.`,
      },
    ],
    button: { label: 'Confirm subscription', path: sameOriginPath(link) ?? paths.newsletter },
    why: `You get this because someone typed this address at ${SITE.name}. If you ignore it, it is forgotten after 30 days:`,
  })),

  newsletter_issue: template(newsletterIssue, ({ subject, intro, artists, murals }) => ({
    subject,
    preview: intro || `New: ${[...artists, ...murals].map(({ name }) => name).join(', ')}`,
    heading: subject,
    blocks: [
      ...(intro ? [{ kind: 'text' as const, text: intro }] : []),
      ...itemsOf('New artists', artists, paths.artist),
      ...itemsOf('New murals', murals, paths.mural),
    ],
    button: { label: 'See all artists', path: paths.artists },
    why: `You get this because you signed up for the newsletter of ${SITE.name}:`,
  })),
};
