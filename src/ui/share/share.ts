import { toast } from '../overlays/toast.ts';
import { copyText } from './copy-text.ts';
import { openShareSheet } from './share-sheet.ts';

/** The device's own sheet where there is one, else the link goes to the clipboard. */
export async function share(): Promise<void> {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href;
  const url = canonical ?? location.href;
  if ('share' in navigator && matchMedia('(pointer: coarse)').matches) {
    openShareSheet({ title: document.title, url }, () => copyLink(url));
  } else await copyLink(url);
}

/** Puts a link on the clipboard, and says whether it is there. */
export async function copyLink(url: string): Promise<void> {
  try {
    await copyText(url);
    await toast.success('Link copied');
  } catch {
    await toast.error('The link wasn’t copied');
  }
}
