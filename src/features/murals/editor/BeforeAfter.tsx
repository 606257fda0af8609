import { type CSSProperties, type PointerEvent, useEffect, useState } from 'react';
import { OwnPicture } from '#features/pictures/OwnPicture.tsx';
import { Input } from '#ui/forms/controls.tsx';
import { addStylesheet } from '#ui/stylesheet.ts';
import stylesheet from '../../../styles/before-after.css?url';
import { useRatio } from './use-ratio.ts';

interface Props {
  before: { url: string; alt: string };
  after: { url: string; alt: string };
}

/** The slider of a mural's page over the artist's own pictures, which are not published yet. */
export function BeforeAfter({ before, after }: Props) {
  const [at, setAt] = useState(50);
  const { ratio, onLoad } = useRatio();
  useEffect(() => void addStylesheet(stylesheet), []);
  const follow = ({ pointerType, buttons, clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    if (pointerType === 'mouse' && !buttons) return;
    const { left, width } = currentTarget.getBoundingClientRect();
    setAt(Math.min(100, Math.max(0, ((clientX - left) / width) * 100)));
  };
  return (
    <div
      className="before-after"
      style={{ '--at': `${at}%`, '--ratio': ratio } as CSSProperties}
      onPointerDown={follow}
      onPointerMove={follow}
    >
      <OwnPicture {...after} onLoad={onLoad} />
      <div className="before-after-old">
        <OwnPicture {...before} />
      </div>
      <span className="before-after-word" aria-hidden="true">
        Before
      </span>
      <span className="before-after-word" aria-hidden="true">
        After
      </span>
      <label>
        <span className="sr-only">Wall before, in percent</span>
        <Input
          type="range"
          min="0"
          max="100"
          value={at}
          onChange={(event) => setAt(Number(event.target.value))}
        />
      </label>
    </div>
  );
}
