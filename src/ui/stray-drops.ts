/** A file that is dropped beside its place would take the place of the page, with all that was typed. */
function stay(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}

if (typeof window !== 'undefined')
  for (const type of ['dragover', 'drop'] as const) addEventListener(type, stay);
