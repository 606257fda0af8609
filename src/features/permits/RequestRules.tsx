import { WRITTEN } from '#config/language.ts';
import { paths } from '#config/paths.ts';
import { monthAndYear } from '#lib/format.ts';
import type { RulesKey } from './city-rules.api.ts';
import { useRequestRules } from './use-request-rules.ts';

interface Props {
  /** What opens the request. */
  of: RulesKey;
  /** What it says so far. */
  about: object;
}

/** What its city asks for before the wall of a request is painted; nothing where nothing applies. */
export function RequestRules({ of, about }: Props) {
  const found = useRequestRules(of, JSON.stringify(about));
  if (!found || found.rules.length === 0) return null;
  return (
    <section aria-labelledby="permits" className="rounded-card border border-line p-5">
      <h3 id="permits" className="font-display text-xl">
        Permits and rules
      </h3>
      <ul className="mt-3 divide-y divide-line">
        {found.rules.map((rule) => (
          <li key={rule.id} className="py-3 wrap-anywhere">
            <p lang={WRITTEN} className="font-semibold">
              {rule.title}
            </p>
            <p lang={WRITTEN} className="mt-1">
              {rule.body}
            </p>
            <p className="mt-1 flex flex-wrap items-center gap-x-3 text-ink-2 text-sm">
              <a
                href={rule.source_url}
                target="_blank"
                rel="nofollow noopener"
                className="inline-block py-1 underline underline-offset-2"
              >
                {rule.source_name}
              </a>
              <span>{`Checked ${monthAndYear(rule.checked_on)}`}</span>
            </p>
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap items-center gap-x-3 text-sm">
        <a
          href={paths.permits(found.city)}
          target="_blank"
          rel="noopener"
          className="inline-block py-2 underline underline-offset-4"
        >
          All rules of this city
        </a>
        <span className="text-ink-2">Not legal advice.</span>
      </p>
    </section>
  );
}
