import { useCallback, useState } from 'react';
import { PictureImage } from '#features/pictures/PictureImage.tsx';
import { fallbackSource, upTo } from '#features/pictures/picture.ts';
import { LIMITS, PAGE_SIZE } from '#lib/limits.ts';
import { again } from '#ui/again.ts';
import { SmallButton } from '#ui/Button.tsx';
import { useLoad } from '#ui/hooks/use-load.ts';
import type { LikedCard } from '../../quote-details.ts';
import type { ChoosableMural, ChoosableMurals } from './choosable-mural.ts';

const asLiked = ({ slug, name, styles, picture }: ChoosableMural): LikedCard => ({
  slug,
  name,
  styles,
  picture: fallbackSource(upTo(picture, 320)),
});

/** Murals of this site, of which up to six are chosen. The page has the first ones; a style and more come from a file. */
export function MuralChooser({ first, liked, onLiked, style }: ChooserProps) {
  const [count, setCount] = useState(PAGE_SIZE);
  const inPage = style === '' && count === PAGE_SIZE;
  const { data, busy, failed, reload } = useLoad(
    useCallback(async () => {
      if (inPage) return first;
      const { muralsOf } = await again(() => import('./murals-of.ts'));
      return muralsOf(style, count);
    }, [first, inPage, style, count]),
  );
  const { tiles, more } = data ?? first;
  const full = liked.length >= LIMITS.likedMurals;
  const press = (tile: ChoosableMural) => {
    const others = liked.filter(({ slug }) => slug !== tile.slug);
    if (others.length < liked.length) onLiked(others);
    else if (!full) onLiked([...liked, asLiked(tile)]);
  };
  return (
    <div className="quote-murals flex flex-col gap-4" aria-busy={busy && !inPage}>
      {failed && (
        <p role="alert" className="flex flex-wrap items-center gap-3">
          The murals didn’t load.
          <SmallButton onClick={reload}>Try Again</SmallButton>
        </p>
      )}
      {tiles.length === 0 && <p className="empty">No murals of this style yet.</p>}
      <ul className="quote-tiles" aria-label="Murals to choose from">
        {tiles.map((tile) => (
          <MuralButton
            key={tile.slug}
            tile={tile}
            chosen={liked.some(({ slug }) => slug === tile.slug)}
            full={full}
            onPress={() => press(tile)}
          />
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {more && (
          <SmallButton busy={busy && !inPage} onClick={() => setCount(count + PAGE_SIZE)}>
            Show More Murals
          </SmallButton>
        )}
        <p role="status" className="text-ink-2 text-sm">
          <span>{liked.length > 0 && `${liked.length} of ${LIMITS.likedMurals} chosen. `}</span>
          <span>{full && 'Remove one to choose another.'}</span>
        </p>
      </div>
    </div>
  );
}

interface MuralButtonProps {
  tile: ChoosableMural;
  chosen: boolean;
  full: boolean;
  onPress: () => void;
}

function MuralButton({ tile, chosen, full, onPress }: MuralButtonProps) {
  return (
    <li>
      <button
        type="button"
        aria-pressed={chosen}
        aria-disabled={(full && !chosen) || undefined}
        className="quote-tile"
        onClick={onPress}
      >
        <PictureImage picture={tile.picture} sizes="(min-width: 48rem) 160px, 30vw" widest={640} />
        <span>{tile.name}</span>
        {tile.painter && <small>{tile.painter}</small>}
      </button>
    </li>
  );
}

export interface ChooserProps {
  /** Those that the page was served with. */
  first: ChoosableMurals;
  liked: readonly LikedCard[];
  onLiked: (liked: LikedCard[]) => void;
  /** Only murals of this style; of all where it is empty. */
  style: string;
}
