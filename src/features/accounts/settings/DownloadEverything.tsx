import { useState } from 'react';
import { SITE } from '#config/site.ts';
import { wallDay } from '#lib/day.ts';
import { Button } from '#ui/Button.tsx';
import { useAction } from '#ui/hooks/use-action.ts';
import { toast } from '#ui/overlays/toast.ts';
import { saveFile } from '#ui/share/save-file.ts';
import { authMessage } from '../auth-message.api.ts';

/** Takes everything along: collected when it is asked for, file by file. */
export function DownloadEverything() {
  const [label, setLabel] = useState(DOWNLOAD);
  const { busy, run } = useAction(
    async () => {
      try {
        const { exportArchive } = await import('../export-archive.store.ts');
        const file = await exportArchive((done, of) =>
          setLabel(of > 0 ? `Collecting ${done} of ${of} photos` : 'Collecting your data'),
        );
        const name = `${SITE.name.toLowerCase()}-${wallDay()}.zip`;
        saveFile(name, file);
        void toast.success(`Your data is in ${name}`);
      } finally {
        setLabel(DOWNLOAD);
      }
    },
    (error) => `Your data wasn’t downloaded. ${authMessage(error)}`,
  );
  return (
    <Button variant="secondary" busy={busy} onClick={() => void run()}>
      {label}
    </Button>
  );
}

const DOWNLOAD = 'Download Everything';
