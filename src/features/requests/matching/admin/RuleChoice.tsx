import { RadioCard } from '#ui/forms/RadioCard.tsx';
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
          <RadioCard
            key={rule}
            tall
            name="matching-rule"
            checked={props.rule === rule}
            onChange={() => props.onChange(rule)}
            className="border-edge"
          >
            <span>
              <span className="block font-semibold">{title}</span>
              <span className="block text-ink-2 text-sm">{text}</span>
            </span>
          </RadioCard>
        ))}
      </div>
    </fieldset>
  );
}
