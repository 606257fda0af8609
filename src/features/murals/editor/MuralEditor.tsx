import { useCallback, useState } from 'react';
import type { ShellAccount } from '#features/accounts/account-types.ts';
import type { Artist } from '#features/artists/artist.ts';
import { SavedElsewhere } from '#ui/forms/SavedElsewhere.tsx';
import { useAttempt } from '#ui/hooks/use-attempt.ts';
import { useLoad } from '#ui/hooks/use-load.ts';
import { toast } from '#ui/overlays/toast.ts';
import { NEW_MURAL, type OwnMural } from '../mural-form.ts';
import { EditorBar } from './EditorBar.tsx';
import { EditorHead } from './EditorHead.tsx';
import { wallOfMural } from './finished-walls.api.ts';
import { MuralPictures } from './MuralPictures.tsx';
import { MuralPreview } from './MuralPreview.tsx';
import { MURAL_LABELS, muralWords } from './mural-conflicts.ts';
import { EditorPart } from './parts/EditorPart.tsx';
import { PlacePart } from './parts/PlacePart.tsx';
import { RightsPart } from './parts/RightsPart.tsx';
import { StoryPart } from './parts/StoryPart.tsx';
import { WallPart } from './parts/WallPart.tsx';
import { useMuralForm } from './use-mural-form.ts';

interface Props {
  account: ShellAccount;
  artist: Artist;
  mural: OwnMural;
  onMural: (mural: OwnMural) => void;
  onBack: () => void;
}

/** Everything of one mural; publishing is a press of its own. */
export function MuralEditor({ account, artist, mural, onMural, onBack }: Props) {
  const form = useMuralForm(mural, onMural);
  const { draft, errors, change } = form;
  const [previewing, setPreviewing] = useState(false);
  const showing = useAttempt((error) => console.error(error));
  const show = (visible: boolean) =>
    showing.attempt(async () => {
      if (!(await form.show(visible))) return;
      void toast.success(visible ? 'Mural published' : 'Mural unpublished');
    });
  const load = useCallback(
    async () => (mural.id === NEW_MURAL ? null : wallOfMural(mural.id)),
    [mural.id],
  );
  const { data: wall } = useLoad(load);
  const back = () => {
    // What is not saved yet is kept.
    if (!mural.public_visible) void form.flush();
    onBack();
  };
  return (
    <section aria-label="Edit mural" className="flex flex-col gap-8">
      <EditorHead mural={mural} title={draft.title} onBack={back} />
      <form
        method="post"
        noValidate
        className="flex flex-col gap-10"
        onSubmit={(event) => {
          event.preventDefault();
          void form.flush();
        }}
      >
        <EditorPart title="Photos">
          <MuralPictures
            userId={account.id}
            artist={artist}
            mural={mural.id}
            wall={wall}
            draft={draft}
            error={errors.pictures}
            onPictures={(by) => change('pictures', by)}
            onDetails={(by) => change('picture_details', by)}
          />
        </EditorPart>
        <StoryPart form={form} suggested={artist.styles} />
        <PlacePart form={form} withheld={wall !== null && !wall.consent} />
        <WallPart form={form} mural={mural} mediums={artist.mediums} />
        <RightsPart form={form} userId={account.id} mural={mural.id} wall={wall} />
        <EditorBar
          mural={mural}
          form={form}
          busy={showing.busy}
          onPreview={() => setPreviewing(true)}
          onShow={show}
        />
      </form>
      <MuralPreview
        open={previewing}
        artist={artist}
        draft={draft}
        onClose={() => setPreviewing(false)}
      />
      <SavedElsewhere form={form} label={(field) => MURAL_LABELS[field]} words={muralWords} />
    </section>
  );
}
