/** What a name in code reads like: 'artist.featured' is 'Artist featured', and 'years_experience' 'Years experience'. */
export function spokenName(name: string): string {
  const text = name.replace(/[._]+/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
