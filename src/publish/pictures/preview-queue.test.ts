import { describe, expect, it } from 'vitest';
import type { LinkPreview } from '#site/media.ts';
import { PreviewQueue } from './preview-queue.ts';

const page = (n: number, title = `Wall ${n}`) => ({
  route: `/mural/${n}`,
  preview: { url: `u${n}`, title, line: 'Mural' },
});

function queue(draw: (preview: LinkPreview) => Promise<boolean> = async () => true) {
  const published: string[][] = [];
  const drawn: string[] = [];
  const made = new PreviewQueue({
    draw: async (preview) => {
      drawn.push(preview.title);
      return draw(preview);
    },
    publish: async (routes) => published.push(routes),
    log: () => {},
  });
  return { queue: made, published, drawn };
}

describe('the queue of preview images', () => {
  it('publishes the pages of what it drew, a few at a time', async () => {
    const { queue: made, published } = queue();
    made.add(Array.from({ length: 10 }, (_, n) => page(n)));
    await made.idle();
    expect(published.map((routes) => routes.length)).toEqual([8, 2]);
    expect(published.flat()).toEqual(Array.from({ length: 10 }, (_, n) => `/mural/${n}`));
  });

  it('leaves pages alone whose image was there or cannot be drawn', async () => {
    const { queue: made, published } = queue(async ({ title }) => title === 'Wall 2');
    made.add([page(1), page(2), page(3)]);
    await made.idle();
    expect(published).toEqual([['/mural/2']]);
  });

  it('draws the newest wish of a page, also of one that came while it was at work', async () => {
    const { queue: made, drawn } = queue();
    made.add([page(1), page(2, 'Old'), page(3)]);
    made.add([page(2, 'New')]);
    await made.idle();
    expect(drawn).toEqual(['Wall 1', 'New', 'Wall 3']);
  });

  it('draws what comes while the last ones are published', async () => {
    const published: string[] = [];
    const made = new PreviewQueue({
      draw: async () => true,
      publish: async (routes) => {
        if (published.push(...routes) === 1) made.add([page(2)]);
      },
      log: () => {},
    });
    made.add([page(1)]);
    await made.idle();
    expect(published).toEqual(['/mural/1', '/mural/2']);
  });

  it('draws again what a full disk has refused, once there is room', async () => {
    let full = true;
    const published: string[][] = [];
    const made = new PreviewQueue({
      draw: async ({ title }) => {
        if (full && title !== 'Wall 2') throw Object.assign(new Error('full'), { code: 'ENOSPC' });
        return true;
      },
      publish: async (routes) => published.push(routes),
      log: () => {},
      retryMs: 10,
    });
    made.add([page(1), page(2), page(3)]);
    await made.idle();
    expect(published).toEqual([['/mural/2']]);
    full = false;
    await expect.poll(() => published).toEqual([['/mural/2'], ['/mural/1', '/mural/3']]);
    await made.stop();
  });

  it('stops between two drawings and takes nothing any more', async () => {
    const { queue: made, drawn, published } = queue();
    made.add([page(1), page(2)]);
    await made.stop();
    made.add([page(3)]);
    expect(drawn).toEqual(['Wall 1']);
    expect(published).toEqual([]);
  });
});
