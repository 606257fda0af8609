import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { useAttempt } from '#ui/hooks/use-attempt.ts';
import { toast } from '#ui/overlays/toast.ts';
import { saveFile } from '#ui/share/save-file.ts';
import type { AccountActions } from './account-actions.ts';

interface Props {
  actions: Pick<AccountActions, 'downloadEverything' | 'explain'>;
}

/** Takes everything along: collected when it is asked for, file by file. */
export function DownloadEverything({ actions }: Props) {
  const [label, setLabel] = useState(DOWNLOAD);
  const { busy, attempt } = useAttempt((error) => {
    console.error(error);
    void toast.error(`Your data wasn’t downloaded. ${actions.explain(error)}`);
  });
  const download = () =>
    attempt(async () => {
      try {
        const { name, file } = await actions.downloadEverything((done, of) =>
          setLabel(of > 0 ? `Collecting ${done} of ${of} photos` : 'Collecting your data'),
        );
        saveFile(name, file);
        void toast.success(`Your data is in ${name}`);
      } finally {
        setLabel(DOWNLOAD);
      }
    });
  return (
    <Button variant="secondary" busy={busy} onClick={download}>
      {label}
    </Button>
  );
}

const DOWNLOAD = 'Download Everything';
