import { useWindowEvent } from '../hooks/use-window-event.ts';

/** While `unsaved`, leaving the page asks first: every link here is a real navigation. */
export function useUnsavedWarning(unsaved: boolean): void {
  useWindowEvent('beforeunload', (event) => event.preventDefault(), unsaved);
}

/** Whether leaving the page would ask. A script that leaves it takes the forms and their warnings away first. */
export const hasUnsaved = (): boolean =>
  !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
