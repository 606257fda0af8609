import { putBack } from '#features/pictures/queue/portfolio-list.ts';
import { withArrived } from '#features/pictures/upload-queue.ts';
import { MESSAGES } from '#lib/errors.ts';
import { LIMITS } from '#lib/limits.ts';
import { toast } from '#ui/toast.ts';
import { useMuralUploads } from './use-mural-uploads.ts';

interface Options {
  userId: string;
  pictures: string[];
  onPictures: (change: (now: string[]) => string[]) => void;
}

const UNDO_TOAST_MS = 8000;

/** The pictures of a mural: those on their way, and removing one, which can be undone. */
export function useMuralPictures({ userId, pictures, onPictures }: Options) {
  const uploads = useMuralUploads({
    userId,
    listed: () => pictures,
    limit: LIMITS.muralGallery,
    full: MESSAGES.mural_pictures_too_many,
    save: async (urls) => {
      onPictures((now) => withArrived(now, urls, LIMITS.muralGallery));
      return withArrived(pictures, urls, LIMITS.muralGallery);
    },
  });
  const remove = (url: string) => {
    const index = pictures.indexOf(url);
    onPictures((now) => now.filter((one) => one !== url));
    void toast.success('Photo removed', {
      duration: UNDO_TOAST_MS,
      action: { label: 'Undo', onClick: () => onPictures((now) => putBack(now, url, index)) },
    });
  };
  return { uploads, remove };
}
