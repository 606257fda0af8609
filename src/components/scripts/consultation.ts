import { again } from '#ui/again.ts';
import { addStylesheet } from '#ui/stylesheet.ts';
import stylesheet from '../../styles/global.css?url';

/** Opens the dialog with the applications' styles, which a public page does not carry. */
export async function bookConsultation(artistId: string, artistName: string): Promise<void> {
  const [{ openConsultation }] = await Promise.all([
    again(() => import('#features/requests/consultation/open-consultation.tsx')),
    addStylesheet(stylesheet),
  ]);
  openConsultation(artistId, artistName);
}
