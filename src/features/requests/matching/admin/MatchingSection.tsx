import { Button } from '#ui/Button.tsx';
import { useLoad } from '#ui/hooks/use-load.ts';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import { SettingsSection } from '#ui/SettingsSection.tsx';
import { Skeleton } from '#ui/Spinner.tsx';
import { readMatching } from '../admin-matching.api.ts';
import type { MatchingSettings as Settings } from '../matching.ts';
import { Effect } from './Effect.tsx';
import { PresetChoice } from './PresetChoice.tsx';
import { useMatching } from './use-matching.ts';
import { Weights } from './Weights.tsx';

/** To whom requests are offered: the rule, what counts how much, and what a change would have done. */
export function MatchingSection() {
  const { data, failed, reload } = useLoad(readMatching);
  return (
    <SettingsSection title="Matching" text="Which artists a client can choose from.">
      {failed && !data && <LoadFailed what="Matching" onRetry={reload} />}
      {!data && !failed && <Skeleton className="h-80" />}
      {data && <MatchingForm stored={data} />}
    </SettingsSection>
  );
}

function MatchingForm({ stored }: { stored: Settings }) {
  const form = useMatching(stored);
  const { draft, isChanged, preview } = form;
  return (
    <div className="flex flex-col gap-6">
      <PresetChoice settings={draft} onChange={form.change} />
      {draft.rule === 'scores' && (
        <details>
          <summary className="mb-4 cursor-pointer underline underline-offset-4">
            Advanced: weigh it yourself
          </summary>
          <Weights settings={draft} onChange={form.change} />
        </details>
      )}
      {preview && <Effect preview={preview} />}
      <div className="flex flex-wrap items-center gap-3">
        {preview ? (
          <Button busy={form.saving} onClick={form.save}>
            Save
          </Button>
        ) : (
          <Button disabled={!isChanged} busy={form.looking} onClick={form.look}>
            Show What Changes
          </Button>
        )}
        {isChanged && (
          <Button variant="ghost" disabled={form.saving} onClick={form.discard}>
            Discard
          </Button>
        )}
        <p role="status" className="text-ink-2 text-sm">
          {!isChanged ? 'Nothing is changed.' : preview ? '' : 'Check the effect, then save.'}
        </p>
      </div>
    </div>
  );
}
