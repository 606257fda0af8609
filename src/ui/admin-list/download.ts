import { saveFile } from '../share/save-file.ts';

/** Hands a text to the browser as a file. */
export function downloadText(name: string, text: string, type: string): void {
  saveFile(name, new Blob([text], { type }));
}
