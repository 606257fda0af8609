import { toast } from '#ui/toast.ts';

/**
 * The device's own sheet where there is one, else the link goes to the clipboard. A button with `data-here` shares the
 * address as it stands, of a page that shows what its address says.
 */
export async function share({ dataset }: HTMLElement): Promise<void> {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href;
  const url = 'here' in dataset ? location.href : (canonical ?? location.href);
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
