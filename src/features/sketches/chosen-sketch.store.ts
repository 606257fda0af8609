import { newKey } from '#browser/new-key.ts';
import { DRAFT_PICTURES_KEY } from '#browser/sending-keys.ts';
import { pictureStore } from '#features/pictures/queue/picture-store.store.ts';
import type { AssignmentKey } from '#lib/assignment-key.ts';
import { type ChosenSketch, chosenSketchSchema } from './sketch.ts';

const pictures = pictureStore(DRAFT_PICTURES_KEY);

/** The next version of a job's sketch as its artist's browser keeps it until the server has it. */
export function chosenSketch({ lead, artist }: Pick<AssignmentKey, 'lead' | 'artist'>) {
  const name = `sketch.${lead}.${artist}`;
  return {
    /** Keeps what it is from now on, under a key of its own, and gives it. */
    async change(sketch: Omit<ChosenSketch, 'key'>): Promise<ChosenSketch> {
      const { picture, ...choice } = { ...sketch, key: newKey() };
      await pictures.keep(name, [picture, new Blob([JSON.stringify(choice)])]);
      return { picture, ...choice };
    },
    async load(): Promise<ChosenSketch | null> {
      const [picture, choice] = await pictures.read(name);
      if (!picture || !choice) return null;
      const read = chosenSketchSchema.safeParse(JSON.parse(await choice.text()));
      return read.success ? { ...read.data, picture } : null;
    },
    forget: () => pictures.remove(name),
  };
}
