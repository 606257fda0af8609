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

/** Asks in the same way before a script leaves the page, which takes the forms and their warnings away first. */
export function mayLeave(): boolean {
  const saved = window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  return saved || window.confirm('You have unsaved changes. Leave without saving them?');
}
