import { paths } from '#config/paths.ts';
import { type IssueText, type NewsletterItem, newsletterLine } from '../newsletter.ts';

interface Props {
  text: IssueText;
  artists: NewsletterItem[];
  murals: NewsletterItem[];
}

/** What the mail says, in its order; `newsletter_issue` of src/mail/newsletter-templates.ts draws it. */
export function IssuePreview({ text, artists, murals }: Props) {
  return (
    <section
      aria-label="Preview"
      className="flex flex-col gap-4 rounded-card border border-line bg-paper-2 p-6"
    >
      <p className="text-ink-2 text-sm">Preview</p>
      <h3 className="font-display text-2xl wrap-anywhere">{text.subject}</h3>
      {text.intro.trim() && (
        <p className="whitespace-pre-line wrap-anywhere">{text.intro.trim()}</p>
      )}
      <Items title="New artists" items={artists} href={paths.artist} />
      <Items title="New murals" items={murals} href={paths.mural} />
    </section>
  );
}

interface ItemsProps {
  title: string;
  items: NewsletterItem[];
  href: (slug: string) => string;
}

function Items({ title, items, href }: ItemsProps) {
  if (items.length === 0) return null;
  return (
    <div>
      <p className="font-semibold">{title}</p>
      <ul className="mt-2 flex list-disc flex-col gap-1 ps-5">
        {items.map((item) => (
          <li key={item.id}>
            <a href={href(item.slug)} className="underline underline-offset-4 wrap-anywhere">
              {newsletterLine(item)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
