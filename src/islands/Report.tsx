import { useCallback, useState } from 'react';
import { paths } from '#config/paths.ts';
import { PictureReportForm } from '#features/reports/PictureReportForm.tsx';
import {
  type AskedPicture,
  askedPictureOf,
  readPagePictures,
} from '#features/reports/page-pictures.store.ts';
import { ReportedPictureChoice } from '#features/reports/ReportedPictureChoice.tsx';
import { withBoundary } from '#ui/ErrorBoundary.tsx';
import { FormOutcome } from '#ui/FormOutcome.tsx';
import { useHash } from '#ui/hooks/use-hash.ts';
import { useLoad } from '#ui/hooks/use-load.ts';
import { ShellProblem, ShellSkeleton } from '#ui/skeletons.tsx';

/** Where anybody says that a picture should not be public: which one of a page, and why. */
function Report() {
  const hash = useHash();
  if (hash === null) return <ShellSkeleton />;
  const asked = askedPictureOf(hash);
  if (!asked)
    return (
      <FormOutcome
        title="Which photo?"
        text="Press “Report” on the page that shows it."
        link={{ href: paths.artists, label: 'Find the artist' }}
      />
    );
  return <OfPage key={hash} {...asked} />;
}

function OfPage({ page, file }: AskedPicture) {
  const load = useCallback(() => readPagePictures(page), [page]);
  const { data, busy, failed, reload } = useLoad(load);
  const [chosen, setChosen] = useState<string | null>(null);
  const [sent, setSent] = useState(false);
  const back = { href: page, label: 'Back to the page' };
  if (sent)
    return (
      <FormOutcome
        title="Thanks – we’ll take a look."
        text="If you left an address, we’ll email you our answer."
        link={back}
      />
    );
  if (failed && !busy) return <ShellProblem onRetry={reload} />;
  if (!data) return <ShellSkeleton />;
  const [only] = data.length === 1 ? data : [];
  const named = file ? data.find((one) => one.file === file) : only;
  const picture = data.find(({ url }) => url === chosen) ?? named;
  if (data.length === 0 || (file && !picture))
    return (
      <FormOutcome
        title="This photo is not on the page any more"
        text="There’s nothing left to do."
        link={back}
      />
    );
  if (!picture || chosen === '') {
    return <ReportedPictureChoice pictures={data} onChoose={({ url }) => setChosen(url)} />;
  }
  return (
    <PictureReportForm
      page={page}
      picture={picture}
      onAnother={data.length > 1 ? () => setChosen('') : undefined}
      onSent={() => setSent(true)}
      onGone={reload}
    />
  );
}

export default withBoundary(Report);
