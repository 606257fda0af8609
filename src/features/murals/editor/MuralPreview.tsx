import { type CSSProperties, useEffect } from 'react';
import type { Artist } from '#features/artists/artist.ts';
import { OwnPicture } from '#features/pictures/OwnPicture.tsx';
import { focusPosition } from '#features/pictures/picture-details.ts';
import { feetIn } from '#lib/feet.ts';
import { wordFor } from '#lib/options.ts';
import { placeLabel } from '#lib/place.ts';
import { namedOnly } from '#lib/style.ts';
import { Dialog } from '#ui/overlays/Dialog.tsx';
import { addStylesheet } from '#ui/stylesheet.ts';
import detail from '../../../styles/detail.css?url';
import mural from '../../../styles/mural.css?url';
import { FactGrid } from '../FactGrid.tsx';
import { type License, UNTITLED } from '../mural.ts';
import { type MuralDraft, muralFormSchema } from '../mural-form.ts';
import { licenseTerms } from '../mural-license.ts';
import { BeforeAfter } from './BeforeAfter.tsx';
import { useRatio } from './use-ratio.ts';

interface Props {
  open: boolean;
  artist: Artist;
  draft: MuralDraft;
  onClose: () => void;
}

/** The page as it is with what the form holds now, saved or not, in the styles of the page: nobody else sees it. */
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
  useEffect(() => {
    for (const stylesheet of [mural, detail]) void addStylesheet(stylesheet);
  }, []);
  const [cover, ...gallery] = draft.pictures;
  const { data } = muralFormSchema.shape.state.safeParse(draft.state);
  const place = placeLabel(draft.city.trim() || null, data ?? null);
  const title = wordFor(draft.title.trim() || UNTITLED);
  const styles = namedOnly(draft.styles);
  const alt = (url: string, or: string) => draft.picture_details[url]?.alt ?? or;
  return (
    <article>
      <div className="mural-hero">
        {cover && draft.before_url && (
          <BeforeAfter
            before={{ url: draft.before_url, alt: `The wall of ${title} before it was painted` }}
            after={{ url: cover, alt: alt(cover, title) }}
          />
        )}
        {cover && !draft.before_url && <OwnPicture url={cover} alt={alt(cover, title)} />}
        {!cover && <div className="no-images h-72">No images</div>}
      </div>
      <div className="mt-10">
        <h3 className="font-display text-title wrap-anywhere">{title}</h3>
        {draft.description.trim() && (
          <p className="mt-6 max-w-prose text-lg/8 wrap-anywhere">{draft.description.trim()}</p>
        )}
        {styles.length > 0 && (
          <ul aria-label="Styles" className="mt-6 flex flex-wrap gap-2">
            {styles.map((style, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a style may be listed twice
              <li key={place} className="chip">
                {wordFor(style)}
              </li>
            ))}
          </ul>
        )}
      </div>
      <FactGrid mural={typedFacts(draft)} place={place} />
      <Credit artist={artist} draft={draft} />
      {gallery.length > 0 && (
        <section aria-label="Gallery" className="mt-16">
          <h4 className="font-display text-section">Gallery</h4>
          <div className="gallery">
            {gallery.map((url, i) => (
              <GalleryItem
                key={url}
                url={url}
                alt={alt(url, `${title}, view ${i + 1}`)}
                focus={focusPosition(draft.picture_details[url])}
              />
            ))}
          </div>
        </section>
      )}
    </article>
  );
}

/** A photo in a row of one height. */
function GalleryItem(props: { url: string; alt: string; focus: string | undefined }) {
  const { ratio, onLoad } = useRatio();
  const { focus, ...picture } = props;
  return (
    <div className="gallery-item bg-line" style={{ '--ratio': ratio } as CSSProperties}>
      <OwnPicture {...picture} onLoad={onLoad} style={{ objectPosition: focus }} />
    </div>
  );
}

function typedFacts(draft: MuralDraft) {
  const [width, height] = [draft.width_ft, draft.height_ft].map((typed) => feetIn(typed) || null);
  return {
    location_details: draft.location_details.trim(),
    date_completed: draft.date_completed,
    surface_type: draft.surface_type,
    medium: draft.medium.trim(),
    dimensions: width && height ? `${width} x ${height} ft` : null,
  };
}

function Credit({ artist, draft }: { artist: Artist; draft: MuralDraft }) {
  const said = draft.credit.trim().replace(/[.\s]*$/, '');
  return (
    <p className="mt-6 max-w-prose text-ink-2 wrap-anywhere">
      <span>{said && `${said}. `}</span>© <span>{artist.name}</span>.{' '}
      <span>{licenseTerms((draft.license || null) as License | null).label}</span>
    </p>
  );
}
