import { createRoot, type Root } from 'react-dom/client';
import Consultation from './Consultation.tsx';

let root: Root | undefined;

/** Opens the dialog over a page that has no React yet: call it when 'Book Consultation' is pressed. */
export function openConsultation(artistId: string, artistName: string): void {
  if (!root) {
    const host = document.createElement('div');
    document.body.append(host);
    root = createRoot(host);
  }
  const show = (open: boolean) =>
    root?.render(
      <Consultation
        artistId={artistId}
        artistName={artistName}
        open={open}
        onClose={() => show(false)}
      />,
    );
  show(true);
}
