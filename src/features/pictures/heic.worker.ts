import license from 'libheif-js/libheif-wasm/LICENSE?url';
import openLibheif from 'libheif-js/libheif-wasm/libheif.js';
import wasm from 'libheif-js/libheif-wasm/libheif.wasm?url';

/** What is used here of libheif; its own types leave its classes out. */
interface Libheif {
  HeifDecoder: new () => { decode: (file: Uint8Array) => HeicImage[] };
}
interface HeicImage {
  is_primary: () => boolean;
  get_width: () => number;
  get_height: () => number;
  display: (into: ImageData, done: (filled: ImageData | null) => void) => void;
}

// The library's own license (LGPL-3.0) goes with it: this says where it is.
Object.assign(self, { license });

/** The pixels of a HEIC photo, turned the right way up; null for one that is damaged or beyond libheif's limits. */
async function pixelsOf(file: Blob): Promise<ImageData | null> {
  const [wasmBinary, bytes] = await Promise.all([
    fetch(wasm).then((answer) => answer.arrayBuffer()),
    file.arrayBuffer(),
  ]);
  const libheif = openLibheif({ wasmBinary }) as unknown as Libheif;
  const images = new libheif.HeifDecoder().decode(new Uint8Array(bytes));
  const image = images.find((one) => one.is_primary()) ?? images[0];
  if (!image) return null;
  const pixels = new ImageData(image.get_width(), image.get_height());
  return new Promise((resolve) => image.display(pixels, resolve));
}

self.onmessage = async ({ data }: MessageEvent<Blob>) => {
  try {
    const pixels = await pixelsOf(data);
    self.postMessage(pixels, { transfer: pixels ? [pixels.data.buffer] : [] });
  } catch (error) {
    // Said as a failure of the worker: the network has not brought the library, or the memory is not enough.
    reportError(error);
  }
};
