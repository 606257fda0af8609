import { paths } from '#config/paths.ts';
import { SITE } from '#config/site.ts';
import { type IssueText, type NewsletterItem, newsletterLine } from '../newsletter.ts';

interface Props {
  text: IssueText;
  artists: NewsletterItem[];
  murals: NewsletterItem[];
}

const BUNTING = ['bg-brand', 'bg-accent', 'bg-leaf', 'bg-river', 'bg-clay'];

/** The email as it looks, in its order; src/mail/delivery/html.ts and `newsletter_issue` beside it draw it. */
export function IssuePreview({ text, artists, murals }: Props) {
  return (
    <section
      aria-label="Preview"
      className="max-w-[600px] rounded-card border border-line bg-paper p-4 sm:p-8 lg:sticky lg:top-4"
    >
      <p className="mb-4 font-display text-3xl">{SITE.name}</p>
      <div aria-hidden="true" className="flex">
        {BUNTING.map((color) => (
          <span key={color} className={`h-2 flex-1 ${color}`} />
        ))}
      </div>
      <div className="flex flex-col gap-4 rounded-b-card bg-paper-2 p-5 sm:p-8">
        <h3 className="font-display text-2xl wrap-anywhere">{text.subject}</h3>
        {text.intro.trim() && (
          <p className="whitespace-pre-line wrap-anywhere">{text.intro.trim()}</p>
        )}
        <Items title="New artists" items={artists} href={paths.artist} />
        <Items title="New murals" items={murals} href={paths.mural} />
        <a href={paths.artists} className="btn btn-brand self-start">
          See All Artists
        </a>
      </div>
      <p className="px-1 pt-5 text-ink-2 text-sm">
        {`You’re getting this because you signed up for the ${SITE.name} newsletter.`}
      </p>
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
      <p>{title}</p>
      <ul className="mt-4 flex list-disc flex-col gap-2 ps-5">
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
