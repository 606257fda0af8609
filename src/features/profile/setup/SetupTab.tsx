import { useRef } from 'react';
import { paths } from '#config/paths.ts';
import { whyRefused } from '#data/why-refused.ts';
import type { Artist } from '#features/artists/artist.ts';
import type { ArtistTabProps } from '#features/artists/tab-props.ts';
import { isUnderWay } from '#features/pictures/upload-queue.ts';
import { TOASTS } from '#lib/toasts.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { SavedElsewhere } from '#ui/forms/SavedElsewhere.tsx';
import type { SaveState } from '#ui/forms/use-autosave.ts';
import { useAttempt } from '#ui/hooks/use-attempt.ts';
import { useRefocus } from '#ui/hooks/use-refocus.ts';
import { toast } from '#ui/overlays/toast.ts';
import type { Pieces } from '#ui/pieces.ts';
import { updateArtist } from '../own-artist.api.ts';
import { PhotoEditor } from '../PhotoEditor.tsx';
import { usePortfolioUploads } from '../portfolio/use-portfolio-uploads.ts';
import { openStep, SETUP_STEPS, type SetupStep } from '../profile-strength.ts';
import { missingToPublish } from '../publish-readiness.ts';
import { type SetupDraft, type SetupField, setupFormSchema } from '../setup-form.ts';
import { CardPreview } from './CardPreview.tsx';
import { PlaceStep } from './PlaceStep.tsx';
import { Published } from './Published.tsx';
import { PublishStep } from './PublishStep.tsx';
import { StepList } from './StepList.tsx';
import { useSetupForm } from './use-setup-form.ts';
import { useStep } from './use-step.ts';
import { WallsStep } from './WallsStep.tsx';

const HEADS: Record<SetupStep | 'published', string> = {
  photo: 'Show your face',
  walls: 'Add five photos of your work',
  place: 'Where and what you paint',
  publish: 'Check your page',
  published: 'You’re live!',
};

const WORDS: Record<SaveState, string> = {
  saved: '',
  waiting: 'Saving…',
  saving: 'Saving…',
  offline: 'No connection. We’ll keep trying.',
  refused: 'Fix the highlighted fields.',
};

/** The first ten minutes: four steps from an account to a public page, which can be left and found again. */
export function SetupTab({ account, artist, onArtist }: ArtistTabProps) {
  const { step, go } = useStep(openStep(artist));
  const uploads = usePortfolioUploads(account.id, artist, onArtist);
  const form = useSetupForm(artist, onArtist);
  const shown = typedInto(artist, form.draft);
  const name = SETUP_STEPS[step - 1] ?? 'photo';
  const publishing = usePublishing(artist, form.flush, onArtist);
  const isLast = name === 'publish';
  const head = HEADS[isLast && artist.public_visible ? 'published' : name];
  const heading = useRef<HTMLHeadingElement>(null);
  useRefocus(head, () => heading.current);
  const leave = (to: number) => {
    // What breaks a rule is mended before it is left behind.
    if (name === 'place' && to > step && !form.isValid()) return;
    void form.flush();
    go(to);
  };

  return (
    <div className="flex min-h-[calc(100dvh-4.5rem)] flex-col gap-5">
      <StepList artist={shown} step={step} onStep={leave} />
      <div className="grid grow content-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <section aria-labelledby="step" className="flex min-w-0 flex-col gap-6">
          <div>
            <p className="mb-1 font-semibold text-ink-2 text-sm">{`Step ${step} of ${SETUP_STEPS.length}`}</p>
            <h2
              id="step"
              ref={heading}
              tabIndex={-1}
              className="scroll-mt-64 font-display text-4xl text-balance outline-none sm:text-5xl"
            >
              {head}
            </h2>
          </div>
          {name === 'photo' && (
            <div className="lg:max-w-72">
              <PhotoEditor account={account} artist={artist} onArtist={onArtist} />
            </div>
          )}
          {name === 'walls' && (
            <WallsStep account={account} artist={artist} onArtist={onArtist} uploads={uploads} />
          )}
          {name === 'place' && <PlaceStep form={form} />}
          {isLast && artist.public_visible && <Published artist={artist} />}
          {isLast && !artist.public_visible && (
            <PublishStep
              artist={shown}
              uploading={uploads.state.items.filter(isUnderWay).length}
              onStep={leave}
            />
          )}
        </section>
        <div className={name === 'photo' ? 'max-w-sm' : 'min-w-0 max-lg:hidden'}>
          <CardPreview artist={shown} />
        </div>
      </div>
      <Bar state={form.state}>
        {step > 1 && (
          <Button variant="secondary" onClick={() => leave(step - 1)}>
            Back
          </Button>
        )}
        {!isLast && (
          <Button className="ml-auto max-sm:flex-1" onClick={() => leave(step + 1)}>
            Continue
          </Button>
        )}
        {isLast && artist.public_visible && (
          <ButtonLink className="ml-auto max-sm:flex-1" href={paths.dashboard('artist')}>
            Go to Dashboard
          </ButtonLink>
        )}
        {isLast && !artist.public_visible && (
          <Button
            className="ml-auto max-sm:flex-1"
            busy={publishing.busy}
            disabled={missingToPublish(shown).length > 0}
            onClick={() => void publishing.publish()}
          >
            Publish
          </Button>
        )}
      </Bar>
      <SavedElsewhere form={form} label={(field) => LABELS[field]} />
    </div>
  );
}

/** What comes next, always at the same place. */
function Bar({ state, children }: { state: SaveState; children: Pieces }) {
  return (
    <div className="sticky bottom-0 z-10 -mx-4 mt-2 -mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t bg-paper px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:-mx-8 md:-mb-8 md:px-8">
      <p
        role="status"
        className="order-first basis-full text-ink-2 text-sm empty:hidden sm:order-none sm:basis-auto"
      >
        {WORDS[state]}
      </p>
      {children}
    </div>
  );
}

/** Publishes what is typed, once all of it is stored. */
function usePublishing(
  artist: Artist,
  flush: () => Promise<boolean>,
  onArtist: (artist: Artist) => void,
) {
  const { busy, attempt } = useAttempt((error) => {
    const { message } = whyRefused(TOASTS.visibilityFailed)(error, []);
    void toast.error(message);
  });
  const publish = () =>
    attempt(async () => {
      if (!(await flush())) return void toast.error(TOASTS.saveProfileFailed);
      onArtist(await updateArtist(artist.id, { public_visible: true }));
      void toast.success(TOASTS.profilePublic);
    });
  return { busy, publish };
}

/** The artist with what is in the form, as it will be stored. */
function typedInto(artist: Artist, draft: SetupDraft): Artist {
  const { success, data } = setupFormSchema.safeParse({
    ...draft,
    name: draft.name || artist.name,
  });
  return success ? { ...artist, ...data } : artist;
}

const LABELS: Record<SetupField, string> = {
  name: 'Name',
  city: 'City',
  state: 'State',
  styles: 'Styles',
};
