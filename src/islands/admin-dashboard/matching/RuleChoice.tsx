import type { MatchingRule } from '#domain/matching.ts';

const RULES: { rule: MatchingRule; title: string; text: string }[] = [
  {
    rule: 'scores',
    title: 'Whoever fits best',
    text: 'Everybody who takes requests gets points. One place in five is for somebody with fewer than three requests.',
  },
  {
    rule: 'specification',
    title: 'The ten best standing',
    text: 'Featured artists first, then by rating: of the first ten, those whose style or city is the one asked for.',
  },
];

/** By which rule requests are offered. */
export function RuleChoice(props: { rule: MatchingRule; onChange: (rule: MatchingRule) => void }) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">Requests are offered to</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {RULES.map(({ rule, title, text }) => (
          <label
            key={rule}
            className="flex cursor-pointer items-start gap-3 rounded-control border border-edge p-3 hover:border-ink has-checked:border-brand has-checked:bg-brand/8"
          >
            <input
              type="radio"
              name="matching-rule"
              checked={props.rule === rule}
              onChange={() => props.onChange(rule)}
              className="mt-1 size-4 shrink-0 accent-brand"
            />
            <span>
              <span className="block font-semibold">{title}</span>
              <span className="block text-ink-2 text-sm">{text}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
