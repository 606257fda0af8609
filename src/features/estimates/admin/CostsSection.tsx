import { paths } from '#config/paths.ts';
import { useLoad } from '#ui/hooks/use-load.ts';
import { LoadFailed } from '#ui/LoadFailed.tsx';
import { SettingsSection } from '#ui/SettingsSection.tsx';
import { Skeleton } from '#ui/Spinner.tsx';
import { readRates } from '../estimate-rates.api.ts';
import { CostsForm } from './CostsForm.tsx';

/** What estimates are made of. */
export function CostsSection() {
  const { data, failed, reload } = useLoad(readRates);
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
      {failed && !data && <LoadFailed what="The costs" onRetry={reload} />}
      {!data && !failed && <Skeleton className="h-64" />}
      {data && <CostsForm read={data} />}
    </SettingsSection>
  );
}
