import { createHash } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Mural } from '#features/murals/mural.ts';
import { seedScale } from '#seed/scale.ts';
import { applyChanges } from '#site/affected-routes.ts';
import { cardFiles } from '#site/card-files.ts';
import { textRecords } from '#site/directory/bio-records.ts';
import { Directory } from '#site/directory/directory.ts';
import type { DirectoryChange, DirectoryRows } from '#site/directory/directory-change.ts';
import { checksumOf } from '#site/directory/directory-checksum.ts';
import { unprocessedMedia } from '#site/media.ts';
import { aCity, aMural, anArtist } from '#tests/support/directory-rows.ts';
import { type Figure, median, withinGoal } from './stats.ts';

const RUNS = 3;

/** What grows with the directory in the process that publishes, without a database and without rendering. */
export async function measurePublisher(artists: number): Promise<Figure[]> {
  const at = `at ${artists.toLocaleString('en-US')} artists`;
  const figure = (name: string, value: number, unit: string, goal: number) =>
    withinGoal(goal, unit, `${name}, ${at}`, value);
  const empty = heapMb();
  const directory = new Directory(await rowsOf(artists));
  const memory = heapMb() - empty;
  const [first] = directory.allArtists();
  if (!first) throw new Error('There are no artists.');
  let changes = 0;
  let pages = 0;
  const change = (next: (n: number) => object) =>
    timeOf(() => {
      const old = directory.artist(first.slug);
      const id = ++changes;
      const row = { id, table: 'artists', rowId: first.id, old, new: { ...first, ...next(id) } };
      const { own, byChange } = applyChanges(directory, [row as DirectoryChange]);
      pages = [...byChange.values()].reduce((all, some) => all.union(some), own).size;
    });
  const biography = change((n) => ({ bio: `Walls ${n}.` }));
  const name = change((n) => ({ name: `Ana ${n}` }));
  const records = timeOf(() => digestOf(textRecords('artists', directory)));
  const site = { directory, media: unprocessedMedia };
  let bytes = 0;
  const cards = timeOf(() => {
    const work = cardFiles('artists', site);
    let step = work.next();
    while (!step.done) step = work.next();
    bytes = [...step.value.values()].reduce((sum, text) => sum + text.length, 0);
  });
  const sums = timeOf(() => {
    directory.version++;
    checksumOf(directory);
  });
  return [
    figure('memory of all rows and their indexes', memory, 'MB', 1000),
    figure('a change of a biography', biography, 'ms', 50),
    figure('a change of a name', name, 'ms', 50),
    figure('pages of it in one language', pages, 'pages', 100),
    figure('the files of the cards', cards, 'ms', 500),
    figure('the size of these files', bytes / 1e6, 'MB', 10),
    figure('the records of the text search', records, 'ms', 500),
    figure('the sum over all rows after a change', sums, 'ms', 50),
  ];
}

/** The rows of the synthetic directory, as the publisher reads them. */
async function rowsOf(artists: number): Promise<DirectoryRows> {
  const made = new Map<string, Record<string, unknown>[]>();
  await seedScale(
    {
      origin: 'http://127.0.0.1:4321',
      hashPassword: async () => '',
      putObject: async () => {},
      log: () => {},
      sql: async (text, [rows] = []) => {
        const [, table = ''] = /^insert into public\.(artists|murals|cities) /.exec(text) ?? [];
        if (table) made.set(table, [...(made.get(table) ?? []), ...JSON.parse(String(rows))]);
        return [];
      },
    },
    artists,
  );
  const of = <Row>(table: string, whole: (n: number, values: Partial<Row>) => Row): Row[] =>
    (made.get(table) ?? []).map((row, n) => whole(n, { ...row, ...placeOf(row) } as Partial<Row>));
  return {
    artists: of('artists', anArtist).filter((row) => row.public_visible),
    murals: of<Mural>('murals', aMural),
    cities: of('cities', aCity),
    reviews: [],
    mural_redirects: [],
    estimate_rates: [],
    city_rules: [],
  };
}

/** What triggers of the database fill in. */
const placeOf = ({ city }: Record<string, unknown>) =>
  typeof city === 'string' ? { city_slug: `${city.toLowerCase().replaceAll(' ', '-')}-tx` } : {};

function digestOf(records: Iterable<object>): string {
  const hash = createHash('sha256');
  for (const record of records) hash.update(JSON.stringify(record));
  return hash.digest('hex');
}

/** Milliseconds of this thread: others on the machine do not count. */
function timeOf(work: () => unknown): number {
  const times = Array.from({ length: RUNS }, () => {
    const began = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(began);
    return (user + system) / 1000;
  });
  return median(times);
}

function heapMb(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed / 1e6;
}
