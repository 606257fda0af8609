import { paths, sameOriginPath } from '#config/paths.ts';
import { SITE } from '#config/site.ts';
import { type NewsletterItem, newsletterLine } from '#features/newsletter/newsletter.ts';
import { newsletterIssue, subscription } from '#mail/data.ts';
import type { Block } from '#mail/document.ts';
import { text } from '#mail/phrases.ts';
import { type Template, template } from '#mail/template.ts';

/** New artists or murals under their heading; nothing where there are none. */
function itemsOf(title: string, items: NewsletterItem[], path: (slug: string) => string): Block[] {
  if (items.length === 0) return [];
  const links = items.map((item) => ({ text: newsletterLine(item), path: path(item.slug) }));
  return [text(title), { kind: 'links', items: links }];
}

/** Emails to subscribers of the newsletter. */
export const NEWSLETTER_TEMPLATES: Record<string, Template> = {
  newsletter_confirm: template(subscription, ({ link }) => ({
    subject: `Confirm that you want the ${SITE.name} newsletter`,
    blocks: [text('New murals and new artists, once a month. You’ll only get it if you confirm.')],
    button: { label: 'Confirm Subscription', path: sameOriginPath(link) ?? paths.newsletter },
    why: `Sent because someone entered this address at ${SITE.name}. If you don’t confirm, we delete it after 30 days:`,
  })),

  newsletter_issue: template(newsletterIssue, ({ subject, intro, artists, murals }) => ({
    subject,
    preview: intro || `New: ${[...artists, ...murals].map(({ name }) => name).join(', ')}`,
    blocks: [
      ...(intro ? [text(intro)] : []),
      ...itemsOf('New artists', artists, paths.artist),
      ...itemsOf('New murals', murals, paths.mural),
    ],
    button: { label: 'See All Artists', path: paths.artists },
    why: `Sent because you signed up for the ${SITE.name} newsletter:`,
  })),
};
