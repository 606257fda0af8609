import { useCallback, useState } from 'react';
import type { MuralFacts } from '#features/directory/search/card-file.ts';
import { type OpenCards, openCards } from '#features/directory/search/card-files.ts';
import type { CardKind } from '#features/directory/search/card-kind.ts';
import { MURAL_CARDS } from '#features/directory/search/mural-cards.ts';
import type { MuralCardData } from '#features/murals/mural-card.ts';
import { PictureImage } from '#features/pictures/PictureImage.tsx';
import { fallbackSource, upTo } from '#features/pictures/picture.ts';
import { LIMITS } from '#lib/limits.ts';
import { Button } from '#ui/Button.tsx';
import { useLoad } from '#ui/hooks/use-load.ts';
import { Skeleton } from '#ui/Spinner.tsx';
import type { LikedCard } from '../../quote-details.ts';

type StyledCard = MuralCardData & { styles: string[] };

/** The cards of all murals, with their styles. */
const CARDS: CardKind<StyledCard, MuralFacts> = {
  ...MURAL_CARDS,
  card: (row) => ({ ...MURAL_CARDS.card(row), styles: row.values('style') }),
};
const PAGE = 12;

let opened: Promise<OpenCards<StyledCard>> | undefined;

/** The file is read once for each page; a failure is forgotten. */
function cardsOf(): Promise<OpenCards<StyledCard>> {
  opened ??= openCards(CARDS).catch((error) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

async function muralsOf(style: string, count: number) {
  const file = await cardsOf();
  const table = await file.table('');
  const rows = table.find({ words: [], filters: { style }, sort: 'featured' }, []);
  const cards = await file.cards(table, rows.slice(0, count));
  // A wall that cannot be seen says nothing about a look.
  return { total: rows.length, cards: cards.filter(({ pictures }) => pictures.length > 0) };
}

function asLiked({ slug, name, styles, painter, pictures: [picture] }: StyledCard): LikedCard {
  const upToWidth = (width: number) => (picture ? fallbackSource(upTo(picture, width)) : null);
  return {
    ...{ slug, name, styles, picture: upToWidth(320) },
    ...{ large: upToWidth(1280), artist: painter?.name ?? null, corners: picture?.corners },
  };
}

/** Murals of this site, of which up to six are chosen. */
export function MuralChooser({ liked, onLiked, style }: ChooserProps) {
  const [count, setCount] = useState(PAGE);
  const { data, busy, failed, reload } = useLoad(
    useCallback(() => muralsOf(style, count), [style, count]),
  );
  const full = liked.length >= LIMITS.likedMurals;
  const press = (card: StyledCard) => {
    const others = liked.filter(({ slug }) => slug !== card.slug);
    if (others.length < liked.length) onLiked(others);
    else if (!full) onLiked([...liked, asLiked(card)]);
  };
  return (
    <div className="flex flex-col gap-4">
      {failed && (
        <p role="alert" className="flex flex-wrap items-center gap-3">
          The murals could not be loaded.
          <Button size="sm" variant="secondary" onClick={reload}>
            Try Again
          </Button>
        </p>
      )}
      {!data && busy && <Skeleton className="h-72" />}
      {data?.cards.length === 0 && <p className="empty">No murals of this style yet.</p>}
      <ul className="quote-tiles" aria-label="Murals to choose from">
        {data?.cards.map((card) => (
          <MuralButton
            key={card.slug}
            card={card}
            chosen={liked.some(({ slug }) => slug === card.slug)}
            full={full}
            onPress={() => press(card)}
          />
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {data && data.total > data.cards.length && (
          <Button size="sm" variant="secondary" busy={busy} onClick={() => setCount(count + PAGE)}>
            Show More Murals
          </Button>
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
  card: StyledCard;
  chosen: boolean;
  full: boolean;
  onPress: () => void;
}

function MuralButton({ card, chosen, full, onPress }: MuralButtonProps) {
  const [picture] = card.pictures;
  return (
    <li>
      <button
        type="button"
        aria-pressed={chosen}
        aria-disabled={(full && !chosen) || undefined}
        className="quote-tile"
        onClick={onPress}
      >
        {picture && (
          <PictureImage picture={picture} alt="" sizes="(min-width: 48rem) 160px, 30vw" />
        )}
        <span>{card.name}</span>
        {card.painter && <small>{card.painter.name}</small>}
      </button>
    </li>
  );
}

export interface ChooserProps {
  liked: readonly LikedCard[];
  onLiked: (liked: LikedCard[]) => void;
  /** Only murals of this style; of all where it is empty. */
  style: string;
}
