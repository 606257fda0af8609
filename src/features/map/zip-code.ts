/** What may be a ZIP code. Apart from the table of them, which comes when one is typed. */
export const isZip = (text: string): boolean => /^\d{5}$/.test(text);
