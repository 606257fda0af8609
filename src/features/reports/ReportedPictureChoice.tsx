import type { PagePicture } from './page-pictures.store.ts';

interface Props {
  pictures: readonly PagePicture[];
  onChoose: (picture: PagePicture) => void;
}

/** All pictures of a page: which one is meant? */
export function ReportedPictureChoice({ pictures, onChoose }: Props) {
  return (
    <section aria-labelledby="which">
      <h2 id="which" className="font-display text-2xl">
        Which photo?
      </h2>
      <ul className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(min(9rem,100%),1fr))] gap-3">
        {pictures.map((picture) => (
          <li key={picture.url}>
            <button
              type="button"
              className="block w-full cursor-pointer overflow-hidden rounded-control bg-line hover:opacity-85"
              onClick={() => onChoose(picture)}
            >
              <img
                src={picture.src}
                srcSet={picture.srcSet}
                sizes="9rem"
                alt={picture.alt}
                loading="lazy"
                decoding="async"
                className="aspect-square w-full object-contain"
              />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
