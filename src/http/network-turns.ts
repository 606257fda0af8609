/** A connection with bytes that were not read yet. */
interface Waiting {
  /** Begins its next request. */
  take(): void;
}

/** Why a connection waits, in the order in which they have their turns; only a body needs no room. */
export type Reason = 'body' | 'first' | 'pipelined';

/** What the connections of one client's network have under way. */
export interface ClientNetwork {
  readonly name: string;
  readonly isProxy: boolean;
  connections: number;
  unanswered: number;
  /** In this round of the event loop. */
  begun: number;
  waiting: Record<Reason, Set<Waiting>>;
}

export interface TurnLimits {
  /** Requests without an answer, of one connection and of one client's network. */
  perConnection: number;
  perNetwork: number;
  /** What is begun in one round of the event loop: of one network's new requests, and of all that wait. */
  atOnce: number;
}

/** Lets networks with waiting requests begin one after the other, a little in each round of the event loop. */
export class NetworkTurns {
  readonly limits: TurnLimits;
  readonly #networks = new Map<string, ClientNetwork>();
  /** Those with waiting connections; the next first. */
  readonly #queue = new Set<ClientNetwork>();
  readonly #begun = new Set<ClientNetwork>();
  #scheduled = false;

  constructor(limits: TurnLimits) {
    this.limits = limits;
  }

  join(name: string, isProxy: boolean): ClientNetwork {
    const known = this.#networks.get(name);
    const waiting = {
      body: new Set<Waiting>(),
      first: new Set<Waiting>(),
      pipelined: new Set<Waiting>(),
    };
    const network = known ?? { name, isProxy, connections: 0, unanswered: 0, begun: 0, waiting };
    network.connections += 1;
    this.#networks.set(name, network);
    return network;
  }

  leave(network: ClientNetwork, connection: Waiting): void {
    for (const set of Object.values(network.waiting)) set.delete(connection);
    network.connections -= 1;
    if (network.connections === 0) this.#networks.delete(network.name);
    else this.wake(network);
  }

  hasRoom({ isProxy, unanswered }: ClientNetwork): boolean {
    return isProxy || unanswered < this.limits.perNetwork;
  }

  /** Whether a request that has just come need not wait. */
  mayBeginNow(network: ClientNetwork): boolean {
    if (network.isProxy) return true;
    if (network.begun >= this.limits.atOnce || network.waiting.first.size > 0) return false;
    network.begun += 1;
    this.#begun.add(network);
    this.#schedule();
    return true;
  }

  wait(network: ClientNetwork, connection: Waiting, reason: Reason): void {
    if (!network.waiting.first.has(connection)) network.waiting[reason].add(connection);
    this.wake(network);
  }

  /** An answer has left, or a connection waits. */
  wake(network: ClientNetwork): void {
    if (!this.#nextOf(network)) return;
    this.#queue.add(network);
    this.#schedule();
  }

  #nextOf(network: ClientNetwork): Set<Waiting> | undefined {
    const { body, first, pipelined } = network.waiting;
    if (body.size > 0) return body;
    if (!this.hasRoom(network)) return undefined;
    return [first, pipelined].find(({ size }) => size > 0);
  }

  #schedule(): void {
    if (!this.#scheduled) setImmediate(this.#round);
    this.#scheduled = true;
  }

  readonly #round = (): void => {
    this.#scheduled = false;
    for (const network of this.#begun) network.begun = 0;
    this.#begun.clear();
    let left = this.limits.atOnce;
    for (const network of this.#queue) {
      this.#queue.delete(network);
      const waiting = this.#nextOf(network);
      const [connection] = waiting ?? [];
      if (!waiting || !connection) continue;
      waiting.delete(connection);
      connection.take();
      // To the end of the queue, where this loop comes to it once more.
      if (this.#nextOf(network)) this.#queue.add(network);
      left -= 1;
      if (left === 0) break;
    }
    if (this.#queue.size > 0) this.#schedule();
  };
}
