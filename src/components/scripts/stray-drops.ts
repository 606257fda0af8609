/*
 * Runs when it is imported, on every page before it is touched: a file that is dropped beside its place would take
 * the place of the page, with all that was typed.
 */
function stay(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
  // A button for files takes what is dropped on it.
  if (event.target instanceof HTMLInputElement && event.target.matches('[type=file]:enabled'))
    return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}

for (const type of ['dragover', 'drop'] as const) addEventListener(type, stay);

export {};
