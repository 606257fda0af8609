import { useState } from 'react';
import { paths } from '#config/paths.ts';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import { SettingsSection } from '#ui/SettingsSection.tsx';
import { Skeleton } from '#ui/Spinner.tsx';
import { useLoad } from '#ui/use-load.ts';
import { readRates } from '../estimate-rates.api.ts';
import { CostsForm } from './CostsForm.tsx';

/** What estimates are made of; fetched when somebody opens it. */
export function CostsSection() {
  const [opened, setOpened] = useState(false);
  return (
    <SettingsSection
      title="Costs"
      text={
        <span>
          What estimates are made of, here and on{' '}
          <a href={paths.cost} className="font-semibold text-brand underline">
            the page about costs
          </a>
          .
        </span>
      }
    >
      <details onToggle={(event) => event.currentTarget.open && setOpened(true)}>
        <summary className="cursor-pointer py-2 font-semibold">Change the costs</summary>
        {opened && <Costs />}
      </details>
    </SettingsSection>
  );
}

function Costs() {
  const { data, failed, reload } = useLoad(readRates);
  if (data) return <CostsForm read={data} />;
  if (failed) return <LoadFailed what="The costs" onRetry={reload} />;
  return <Skeleton className="mt-3 h-64" />;
}
