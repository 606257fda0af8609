/*
 * Runs when it is imported, on every page before it is touched: a file that is dropped beside its place would take
 * the place of the page, with all that was typed. A button for files takes what is dropped on it.
 */
self.ondragover = self.ondrop = (event) => {
  if (event.dataTransfer?.types.includes('Files') && !(event.target as HTMLInputElement).files)
    event.preventDefault();
};

export {};
