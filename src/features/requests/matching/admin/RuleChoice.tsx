import { Input } from '#ui/forms/controls.tsx';
import type { MatchingRule } from '../matching.ts';

const RULES: { rule: MatchingRule; title: string; text: string }[] = [
  {
    rule: 'specification',
    title: 'As specified',
    text: 'Of the ten top artists, up to five whose style or city matches the request.',
  },
  {
    rule: 'scores',
    title: 'Fair',
    text: 'The artists who fit best, and one in five with fewer than three requests.',
  },
];

/** By which rule requests are offered. */
export function RuleChoice(props: { rule: MatchingRule; onChange: (rule: MatchingRule) => void }) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">How we match artists</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {RULES.map(({ rule, title, text }) => (
          <label
            key={rule}
            className="flex cursor-pointer items-start gap-3 rounded-control border border-edge p-3 hover:border-ink has-checked:border-brand has-checked:bg-brand/8"
          >
            <Input
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
