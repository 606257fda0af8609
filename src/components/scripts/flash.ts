import { takeFlash } from '#stores/flash.ts';
import { toast } from '#ui/toast.ts';

/* Runs when it is imported: shows the toast that the page before this one left, and sends what is still waiting. */
const flash = takeFlash();
if (flash) toast[flash.kind](flash.text);

// Imported late: the script of every page lists what this file imports at once.
if (localStorage.getItem('quote.sending')) import('./resume-quotes.ts');
