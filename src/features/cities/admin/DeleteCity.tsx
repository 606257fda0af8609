import { plural } from '#lib/format.ts';
import { ADMIN_TOASTS } from '#lib/toasts.ts';
import { useAction } from '#ui/hooks/use-action.ts';
import { ConfirmDialog } from '#ui/overlays/Dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { deleteCity } from '../cities.api.ts';
import type { City } from '../city.ts';
import { dropCover } from './save-cover.store.ts';

interface DeleteCityProps {
  city: City | null;
  userId: string;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks, then removes a service area and its cover. */
export function DeleteCity({ city, userId, onClose, onDeleted }: DeleteCityProps) {
  const { busy, run } = useAction(async () => {
    if (!city) return;
    await deleteCity(city.id);
    void dropCover(userId, city.cover_photo);
    toast.success(ADMIN_TOASTS.cityDeleted);
    onDeleted();
    onClose();
  }, ADMIN_TOASTS.deleteCityFailed);
  return (
    <ConfirmDialog
      open={city !== null}
      onClose={onClose}
      title={`Delete ${city?.city_name ?? 'city'}?`}
      confirmLabel="Delete City"
      busy={busy}
      onConfirm={() => void run()}
    >
      <span>It leaves the service areas.</span>
      {city && city.artist_count > 0 && (
        <span>{` ${plural(city.artist_count, 'public artist')} will still have a city page there.`}</span>
      )}
    </ConfirmDialog>
  );
}
