import type { Artist } from '#domain/artist.ts';
import { monthAndYear } from '#domain/format.ts';
import { type License, UNTITLED } from '#domain/mural.ts';
import type { MuralDraft } from '#domain/mural-form.ts';
import { muralFormSchema } from '#domain/mural-form.ts';
import { LICENSE_LABELS } from '#domain/mural-labels.ts';
import { placeLabel } from '#domain/place.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { OwnPicture } from '../OwnPicture.tsx';

interface Props {
  open: boolean;
  artist: Artist;
  draft: MuralDraft;
  onClose: () => void;
}

/** The page as it is with what the form holds now, saved or not: nobody else sees it. */
export function MuralPreview({ open, onClose, ...rest }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Preview"
      className="w-[min(84rem,calc(100vw-1rem))]"
    >
      {open && <MuralPage {...rest} />}
    </Dialog>
  );
}

function MuralPage({ artist, draft }: Omit<Props, 'open' | 'onClose'>) {
  const [cover, ...gallery] = draft.pictures;
  const { data } = muralFormSchema.shape.state.safeParse(draft.state);
  const place = placeLabel(draft.city.trim() || null, data ?? null);
  const alt = (url: string, n: number) => draft.picture_details[url]?.alt ?? `Picture ${n}`;
  return (
    <article>
      {cover ? (
        <div className="overflow-hidden rounded-card bg-[#17133a]">
          <OwnPicture
            url={cover}
            alt={alt(cover, 1)}
            className="mx-auto block max-h-[70dvh] w-full object-contain"
          />
        </div>
      ) : (
        <p className="grid h-56 place-items-center rounded-card bg-line/50 text-ink-2">No images</p>
      )}
      <h3 className="mt-8 font-display text-4xl wrap-anywhere">{draft.title.trim() || UNTITLED}</h3>
      <p className="mt-2 text-ink-2">By {artist.name}</p>
      {draft.description.trim() && (
        <p className="mt-5 max-w-prose whitespace-pre-line text-lg/8 wrap-anywhere">
          {draft.description.trim()}
        </p>
      )}
      {draft.styles.length > 0 && (
        <ul aria-label="Styles" className="mt-5 flex flex-wrap gap-2">
          {draft.styles.map((style) => (
            <li key={style} className="chip">
              {style}
            </li>
          ))}
        </ul>
      )}
      <Facts draft={draft} place={place} />
      {draft.before_url && (
        <figure className="mt-10">
          <OwnPicture
            url={draft.before_url}
            alt="The wall before it was painted"
            className="max-h-96 w-full rounded-card bg-line object-contain"
          />
          <figcaption className="mt-2 text-ink-2">Before</figcaption>
        </figure>
      )}
      {gallery.length > 0 && (
        <>
          <h4 className="mt-10 font-display text-2xl">Gallery</h4>
          <ul className="mt-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {gallery.map((url, i) => (
              <li key={url}>
                <OwnPicture
                  url={url}
                  alt={alt(url, i + 2)}
                  className="w-full rounded-card bg-line object-contain"
                />
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="mt-8 text-ink-2 text-sm wrap-anywhere">
        {[draft.credit.trim(), LICENSE_LABELS[(draft.license || 'all-rights-reserved') as License]]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </article>
  );
}

function Facts({ draft, place }: { draft: MuralDraft; place: string }) {
  const [width, height] = [draft.width_ft, draft.height_ft].map((feet) => feet.trim());
  const facts = [
    { label: 'Location', value: place, detail: draft.location_details.trim() },
    { label: 'Completed', value: draft.date_completed && monthAndYear(draft.date_completed) },
    { label: 'Surface', value: draft.surface_type },
    { label: 'Medium', value: draft.medium.trim() },
    { label: 'Dimensions', value: width && height ? `${width} ft x ${height} ft` : '' },
  ].filter(({ value, detail }) => value || detail);
  if (facts.length === 0) return null;
  return (
    <dl className="mt-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-5">
      {facts.map(({ label, value, detail }) => (
        <div
          key={label}
          className="rounded-card border-accent border-t-6 bg-paper-2 p-4 shadow-card"
        >
          <dt className="mb-1 font-semibold text-ink-2">{label}</dt>
          {value && <dd className="font-display text-xl first-letter:uppercase">{value}</dd>}
          {detail && <dd className="mt-1 text-ink-2">{detail}</dd>}
        </div>
      ))}
    </dl>
  );
}
