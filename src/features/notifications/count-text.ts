/** A number of new things, as far as anybody counts. */
export const countText = (count: number): string => (count > 99 ? '99+' : String(count));
