import { connect, createServer, type Socket } from 'node:net';

/** The network between one server and something that it needs. */
export interface CutProxy {
  port: number;
  /** Nothing gets through any more: connections end, or, where `silent`, nobody hears of it. */
  cut(how: { silent: boolean }): void;
  heal(): void;
  stop(): Promise<void>;
}

/** Passes connections on to a port of the loopback, until it is cut. */
export async function cutProxy(target: number): Promise<CutProxy> {
  let state: 'whole' | 'refuses' | 'silent' = 'whole';
  const open = new Set<Socket>();
  /** Came while nothing got through. */
  const waiting = new Set<Socket>();

  const pass = (here: Socket) => {
    const there = connect(target, '127.0.0.1');
    for (const [one, other] of [
      [here, there],
      [there, here],
    ] as const) {
      open.add(one);
      one.setNoDelay(true);
      one.on('data', (data) => other.write(data));
      one.on('end', () => other.end());
      one.on('error', () => {});
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  };
  const server = createServer({ allowHalfOpen: true }, (here) => {
    here.on('error', () => {});
    if (state === 'refuses') here.destroy();
    else if (state === 'silent') waiting.add(here);
    else pass(here);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const endAll = () => {
    for (const socket of [...open, ...waiting]) socket.destroy();
    waiting.clear();
  };
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cut({ silent }) {
      state = silent ? 'silent' : 'refuses';
      if (silent) for (const socket of open) socket.pause();
      else endAll();
    },
    heal() {
      state = 'whole';
      for (const socket of open) socket.resume();
      for (const here of waiting) pass(here);
      waiting.clear();
    },
    async stop() {
      endAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
