/** The size of a wall or a mural as it is shown, '20 × 10 ft': what is typed, sent and exported has the letter x. */
export const sizeLabel = (size: string) => size.replace(/(\d)(?: ft)? x (?=\d)/, '$1 × ');
