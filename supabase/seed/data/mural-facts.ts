import type { License } from '#features/murals/mural.ts';

/** What the page of a mural says besides what its row in `murals` does. */
interface MuralFactsSeed {
  /** Where the wall is; without it, somewhere in its city. */
  at?: readonly [latitude: number, longitude: number];
  /** Whether there is a picture of the wall before it was painted. */
  before?: true;
  license?: License;
  credit?: string;
}

/** By address. */
export const MURAL_FACTS: Record<string, MuralFactsSeed> = {
  'la-senora-de-las-flores': {
    at: [29.4101, -98.4999],
    before: true,
    license: 'cc-by-nc',
    credit: 'Painted with the neighbors of South Flores. Photos by Ruben Salas',
  },
  'calavera-de-guadalupe': { at: [29.4179, -98.5121], license: 'cc-by-nc-nd' },
  'monarch-crossing': { at: [29.4286, -98.4715] },
  puro: { at: [29.4461, -98.4856] },
  'two-one-oh': { at: [29.4588, -98.5188], credit: 'Primed by Joaquin Reyes' },
  'azulejos-de-king-william': { at: [29.4112, -98.4941] },
  'sarape-monumental': {
    at: [29.4097, -98.4888],
    license: 'cc-by',
    credit: 'Scaffold by Alamo Lift. Photos by Inés Prado',
  },
  'first-light-at-espada': { at: [29.3182, -98.4503], license: 'cc-by-sa' },
  'los-vecinos': { at: [29.3531, -98.4969] },
  'greetings-from-san-antonio': { at: [29.4263, -98.4906] },
  'mercado-fruta-y-cafe': { at: [29.4249, -98.4998] },
  'viva-san-anto': { at: [29.4413, -98.4799] },
  'the-waiting-garden': { at: [29.5079, -98.5772] },
  'sister-of-the-east-side': { at: [29.4196, -98.4635], license: 'cc-by-nc' },
  'domingo-de-loteria': { at: [29.4241, -98.4945] },
  bandwidth: { at: [29.4232, -98.4958] },
  'el-sur-es-fuerza': {
    at: [29.3549, -98.4786],
    license: 'cc-by-sa',
    credit: 'Designed and painted by 31 students of the Southside',
  },
  'blue-hour-downtown': { at: [29.4268, -98.4859] },
  vespers: { at: [29.3798, -98.4785] },
  'pearl-garage-bloom': { at: [29.4424, -98.4803] },
  serenata: { at: [29.4257, -98.5032] },
  'line-of-sight': { at: [30.2561, -97.7193] },
  'stairwell-b': { at: [30.2706, -97.7466] },
  basecamp: { at: [30.3629, -97.6985] },
  'stay-weird': { at: [30.2693, -97.7363] },
  'escarpment-night': { at: [30.2508, -97.7646] },
  'loose-tiles': { at: [30.2981, -97.7052], license: 'cc-by' },
  'greetings-from-new-braunfels': { at: [29.7013, -98.1246] },
  'comal-feed-and-seed': { at: [29.7022, -98.1255] },
  'gruene-with-envy': { at: [29.7384, -98.1048] },
  'slow-water': { at: [29.7066, -98.1306] },
  pieced: { at: [29.6996, -98.1372] },
  'last-set': { at: [29.8831, -97.9402] },
  'waystation-no-12': { at: [29.8894, -97.9296], license: 'cc-by-nc' },
  'the-good-neighbor': { at: [29.5692, -97.9645] },
  'evening-at-the-fence': { at: [29.5561, -97.9692] },
  'seven-in-the-evening': { at: [29.7932, -98.7322] },
  'dry-goods': { at: [29.7949, -98.7331] },
  hallelujah: { at: [29.5611, -98.2687] },
  'last-week-of-march': { at: [30.0466, -99.1341] },
  'sweetheart-of-the-feed-store': { at: [30.0471, -99.1402] },
  'roadside-bloom': { at: [29.5503, -98.2601] },
};
