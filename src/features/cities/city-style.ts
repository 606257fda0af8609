/** A style that a city has a page for: /mural-artists/{city}/{slug}. */
export interface CityStyle {
  slug: string;
  label: string;
}
