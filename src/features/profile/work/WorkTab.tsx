import type { ArtistTabProps } from '#features/artists/tab-props.ts';
import { MuralsDesk } from '#features/murals/editor/MuralsDesk.tsx';
import { PortfolioSection } from '../portfolio/PortfolioSection.tsx';

/** All of an artist's work: the photos of the portfolio, and the murals that have pages of their own. */
export function WorkTab(props: ArtistTabProps) {
  return (
    <MuralsDesk {...props}>
      <PortfolioSection {...props} />
    </MuralsDesk>
  );
}
