import { paths } from '#config/paths.ts';
import { SmallCopy } from '#features/pictures/chosen/SmallCopy.tsx';
import type { LikedMural } from './lead-details.ts';

/** Walls of this site that the client would like one like, each leading to its page. */
export function LikedMurals({ murals }: { murals: readonly LikedMural[] }) {
  if (murals.length === 0) return null;
  return (
    <section aria-label="Murals they like" className="flex flex-col gap-2">
      <h3 className="font-semibold text-sm">Murals you like</h3>
      <ul className="grid max-w-xl grid-cols-3 gap-2 sm:grid-cols-6">
        {murals.map(({ id, slug, title, image_url }) => (
          <li key={id}>
            <a
              href={paths.mural(slug)}
              title={title}
              className="block overflow-hidden rounded-control bg-line text-xs"
            >
              {image_url ? (
                <SmallCopy
                  url={image_url}
                  alt={title}
                  sizes="100px"
                  className="aspect-square w-full object-cover"
                />
              ) : (
                <span className="grid aspect-square place-items-center p-1 text-center wrap-anywhere">
                  {title}
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
