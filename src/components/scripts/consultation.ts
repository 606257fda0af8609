import { openConsultation } from '#islands/consultation/open-consultation.tsx';
import stylesheet from '../../styles/global.css?url';

/** Opens the dialog with the applications' styles, which a public page does not carry until it needs them. */
export async function bookConsultation(artistId: string, artistName: string): Promise<void> {
  if (!document.querySelector(`link[href="${stylesheet}"]`)) await addStylesheet();
  openConsultation(artistId, artistName);
}

/** The dialog opens unstyled rather than not at all when the styles cannot be had. */
function addStylesheet(): Promise<unknown> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = stylesheet;
  document.head.append(link);
  return new Promise((done) => {
    link.onload = done;
    link.onerror = done;
  });
}
