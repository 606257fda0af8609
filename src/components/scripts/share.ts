import { toast } from '#ui/toast.ts';

/** The device's own sheet where there is one, else the link goes to the clipboard. */
export async function share(): Promise<void> {
  const url = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href;
  if (navigator.share && matchMedia('(pointer: coarse)').matches) {
    // Closing the sheet rejects: that is an answer, not a failure.
    await navigator.share({ title: document.title, url }).catch(() => {});
    return;
  }
  await copyLink(url);
}

/** Puts a link on the clipboard, and says whether it is there. */
export async function copyLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    await toast.success('Link copied');
  } catch {
    await toast.error('The link could not be copied');
  }
}
