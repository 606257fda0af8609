import { Button } from '#ui/Button.tsx';
import { RadioCard } from '#ui/forms/RadioCard.tsx';
import { useLoad } from '#ui/hooks/use-load.ts';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import { SettingsSection } from '#ui/SettingsSection.tsx';
import { Skeleton } from '#ui/Spinner.tsx';
import { readMatching } from '../admin-matching.api.ts';
import { MATCHING_RULES, type MatchingRule } from '../matching.ts';
import { useMatching } from './use-matching.ts';

const TEXTS: Record<MatchingRule, { title: string; text: string }> = {
  specification: {
    title: 'As specified',
    text: 'Of the ten top artists, up to five whose style or city matches the request.',
  },
  scores: {
    title: 'Fair',
    text: 'The artists who fit best, and one in five with fewer than three requests.',
  },
};

/** To whom requests are offered. */
export function MatchingSection() {
  const { data, failed, reload } = useLoad(readMatching);
  return (
    <SettingsSection title="Matching" text="Which artists a client can choose from.">
      {failed && !data && <LoadFailed what="Matching" onRetry={reload} />}
      {!data && !failed && <Skeleton className="h-40" />}
      {data && <MatchingForm stored={data} />}
    </SettingsSection>
  );
}

function MatchingForm({ stored }: { stored: MatchingRule }) {
  const form = useMatching(stored);
  return (
    <div className="flex flex-col gap-6">
      <fieldset>
        <legend className="mb-1.5 font-semibold">How we match artists</legend>
        <div className="grid gap-3 sm:grid-cols-2">
          {MATCHING_RULES.map((rule) => (
            <RadioCard
              key={rule}
              tall
              name="matching-rule"
              checked={rule === form.rule}
              onChange={() => form.choose(rule)}
              className="border-edge"
            >
              <span>
                <span className="block font-semibold">{TEXTS[rule].title}</span>
                <span className="block text-ink-2 text-sm">{TEXTS[rule].text}</span>
              </span>
            </RadioCard>
          ))}
        </div>
      </fieldset>
      <div className="flex flex-wrap items-center gap-3">
        <Button disabled={!form.isChanged} busy={form.saving} onClick={form.save}>
          Save
        </Button>
        <p role="status" className="text-ink-2 text-sm">
          {!form.isChanged && 'Nothing is changed.'}
        </p>
      </div>
    </div>
  );
}
