import type { ReactNode } from 'react';
import { useLoad } from '../hooks/use-load.ts';
import { LoadFailed } from '../LoadFailed.tsx';
import { Dialog } from '../overlays/Dialog.tsx';
import { ShellSkeleton } from '../skeletons.tsx';

interface Props<Row> {
  /** What the address names; nothing is open without it. */
  slug: string | null;
  /** 'Artist'. */
  what: string;
  /** Gives null where there is none. */
  load: () => Promise<Row | null>;
  onClose: () => void;
  children: (row: Row) => ReactNode;
}

/** The form of what the address names, read anew each time it is opened. */
export function EditDialog<Row>({ slug, onClose, ...rest }: Props<Row>) {
  return (
    <Dialog open={slug !== null} onClose={onClose} title={`Edit ${rest.what.toLowerCase()}`}>
      {slug !== null && <Opened key={slug} {...rest} />}
    </Dialog>
  );
}

function Opened<Row>({ what, load, children }: Pick<Props<Row>, 'what' | 'load' | 'children'>) {
  const { data, busy, failed, reload } = useLoad(load);
  if (busy) return <ShellSkeleton />;
  if (failed) return <LoadFailed text={`${what} didn’t load.`} onRetry={reload} />;
  if (data) return children(data);
  return (
    <p>
      <span>{what}</span> not found. Look for it in the list.
    </p>
  );
}
