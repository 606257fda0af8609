/*
 * Runs when it is imported, on every page before it is touched: a file that is dropped beside its place would take
 * the place of the page, with all that was typed. A button for files takes what is dropped on it.
 */
window.ondragover = window.ondrop = (event) => {
  const { dataTransfer, target } = event;
  if (/Files/.test(String(dataTransfer?.types)) && (target as HTMLInputElement).type !== 'file')
    event.preventDefault();
};

export {};
