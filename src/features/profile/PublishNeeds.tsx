import { paths } from '#config/paths.ts';
import { Dialog } from '#ui/overlays/Dialog.tsx';
import type { PublishNeed } from './publish-readiness.ts';

const PROFILE = paths.dashboard('artist', 'profile');

/** Where each is added. */
const NEEDS: Record<PublishNeed, { text: string; href: string }> = {
  name: { text: 'Add your name', href: `${PROFILE}#name` },
  city: { text: 'Add your city', href: `${PROFILE}#city` },
  style: { text: 'Add a style', href: `${PROFILE}#styles` },
  picture: { text: 'Add a photo', href: paths.dashboard('artist', 'portfolio') },
};

interface Props {
  /** Nothing: closed. */
  missing: readonly PublishNeed[];
  onClose: () => void;
}

/** What a profile needs before it goes public, each with the way to it. */
export function PublishNeeds({ missing, onClose }: Props) {
  return (
    <Dialog open={missing.length > 0} onClose={onClose} title="Almost ready to go public">
      <ul className="flex flex-col gap-2">
        {missing.map((need) => {
          const { text, href } = NEEDS[need];
          return (
            <li key={need} className="rounded-card border border-line bg-paper-2 px-4 py-3">
              <a href={href} className="font-semibold underline underline-offset-4">
                {text}
              </a>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
