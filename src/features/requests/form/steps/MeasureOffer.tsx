import { type ComponentType, useState } from 'react';
import { again } from '#ui/again.ts';
import { Button } from '#ui/Button.tsx';
import type { QuotePhotos } from '../use-quote-photos.ts';
import type { MeasureProps } from './MeasureInPhoto.tsx';

export interface OfferProps {
  photo: QuotePhotos['measured'];
  onSize: MeasureProps['onSize'];
}

/** A way to measure the wall in the photo of it; the code comes with the press. Nothing without a photo. */
export function MeasureOffer({ photo, onSize }: OfferProps) {
  const [Measure, setMeasure] = useState<ComponentType<MeasureProps> | null>(null);
  if (!photo?.url) return null;
  const close = () => setMeasure(null);
  const open = async () => {
    const code = await again(() => import('./MeasureInPhoto.tsx'));
    setMeasure(() => code.MeasureInPhoto);
  };
  if (!Measure) {
    return (
      <div>
        <Button variant="secondary" onClick={() => void open()}>
          Measure with a Door in Your Photo
        </Button>
      </div>
    );
  }
  return (
    <Measure
      src={photo.url}
      small={photo.small}
      onClose={close}
      onSize={(size) => {
        close();
        onSize(size);
      }}
    />
  );
}
