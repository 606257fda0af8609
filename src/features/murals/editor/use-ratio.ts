import { type SyntheticEvent, useState } from 'react';

/** The proportions of a picture, once it is there. */
export function useRatio() {
  const [ratio, setRatio] = useState(1.5);
  const onLoad = ({ currentTarget }: SyntheticEvent<HTMLImageElement>) => {
    const { naturalWidth, naturalHeight } = currentTarget;
    // Before it, one transparent pixel stands in its place.
    if (naturalWidth > 1) setRatio(naturalWidth / naturalHeight);
  };
  return { ratio, onLoad };
}
