import { useEffect } from 'react';

/** While `unsaved`, leaving the page asks first: every link here is a real navigation. */
export function useUnsavedWarning(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsaved]);
}

/** Whether leaving the page would ask. A script that leaves it takes the forms and their warnings away first. */
export const hasUnsaved = (): boolean =>
  !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
