import { useCallback, useEffect } from 'react';
import type { WallCorners } from '#features/pictures/picture-details.ts';
import { useLoad } from '#ui/hooks/use-load.ts';
import { Skeleton } from '#ui/Spinner.tsx';
import { wallPhotoByNumber } from './wall-photo.api.ts';

/** The photos of the request, and what opens them. */
export interface AgreementPhotos {
  walls: () => Promise<readonly string[]>;
  token?: string | undefined;
}

interface Props extends AgreementPhotos {
  photo: number;
  corners: WallCorners;
}

/** The client's photo with the wall marked on it. */
export function MarkedWall({ walls, token, photo, corners }: Props) {
  const load = useCallback(async () => {
    const picture = await wallPhotoByNumber(await walls(), photo, token);
    return { url: picture && URL.createObjectURL(picture) };
  }, [walls, photo, token]);
  const { data, failed } = useLoad(load);
  const url = data?.url;
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);
  if (!url && !data && !failed) return <Skeleton className="aspect-4/3 w-full max-w-md" />;
  if (!url) return <p>The photo of the wall is gone.</p>;
  return (
    <figure className="relative max-w-md self-start overflow-hidden rounded-control">
      <img src={url} alt="The wall, with its corners marked" className="block w-full" />
      <svg
        viewBox="0 0 1 1"
        preserveAspectRatio="none"
        aria-hidden="true"
        className="absolute inset-0 size-full fill-none stroke-[0.012] stroke-brand"
      >
        <polygon points={corners.map((point) => point.join(',')).join(' ')} />
      </svg>
    </figure>
  );
}
