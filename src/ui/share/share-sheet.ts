let isSaidOpen = false;

/**
 * Opens the device's own sheet. A person may leave it open as long as they like, so nothing waits for it; closing it is
 * an answer. `otherwise` is for a browser that refuses, and for a press while a sheet is said to be open: over an open
 * sheet nobody presses, so there is none.
 */
export function openShareSheet(data: ShareData, otherwise: () => Promise<void>): void {
  if (isSaidOpen) return void otherwise();
  isSaidOpen = true;
  navigator
    .share(data)
    .catch((error: DOMException) => (error.name === 'AbortError' ? undefined : otherwise()))
    .finally(() => {
      isSaidOpen = false;
    });
}
