import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from './network.ts';
import { type ClientNetwork, NetworkTurns, type Reason, type TurnLimits } from './network-turns.ts';

const TURN_LIMITS: TurnLimits = { perConnection: 8, perNetwork: 400, atOnce: 8 };
/** What is read of one connection in a turn: a head, and as much of its body as came along. */
const PIECES = 8;
const HEAD_END = '\r\n\r\n';

/** As Node's HTTP marks a socket whose client reads no answers; its parser must get nothing meanwhile. */
type HttpSocket = Socket & { _paused?: boolean };
type OnData = (chunk: Buffer) => void;

/**
 * Bounds what one client can have begun. Node's parser begins all requests of a packet at once, a thousand if need be,
 * so here it gets one after the other: a few of a connection and some hundred of a network without an answer, then
 * their sockets rest. Networks with waiting requests take turns, and between two rounds the event loop is everybody
 * else's. A proxy of ours (`isProxy`) brings the requests of everybody, so only its connections are bounded. Call
 * before the server has other listeners.
 */
export function takeTurns(
  server: Server,
  isProxy: (address: string) => boolean = () => false,
  limits = TURN_LIMITS,
): void {
  const turns = new NetworkTurns(limits);
  const connections = new WeakMap<Socket, Connection>();
  const [toNode, ...others] = server.listeners('connection') as ((socket: Socket) => void)[];
  // A Node that takes connections in another way is only less fair.
  if (!toNode || others.length > 0) return;
  server.off('connection', toNode);

  server.on('connection', (socket: Socket) => {
    toNode.call(server, socket);
    const [read, ...more] = socket.listeners('data') as OnData[];
    if (!read || more.length > 0) return;
    const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
    const network = turns.join(networkOf(address), isProxy(address));
    const connection = new Connection(socket, read, network, turns);
    connections.set(socket, connection);
    // With a second listener Node leaves the way past the stream, on which nobody else sees the bytes.
    socket.on('data', connection.arrive).off('data', read);
    socket.on('resume', connection.resumed).once('close', connection.close);
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    connections.get(request.socket)?.begin(request, response);
  });
}

/** One connection, and what has come of it for which Node's parser has to wait. */
class Connection {
  readonly #socket: HttpSocket;
  readonly #read: OnData;
  readonly #network: ClientNetwork;
  readonly #turns: NetworkTurns;
  readonly #chunks: Buffer[] = [];
  #latest: IncomingMessage | null = null;
  /** Of the latest request's body, where its head has said how long it is. */
  #bodyLeft = 0;
  /** The last bytes that were read: the end of a head may come in two packets. */
  #tail = Buffer.alloc(0);
  #unanswered = 0;
  #closed = false;

  constructor(socket: Socket, read: OnData, network: ClientNetwork, turns: NetworkTurns) {
    this.#socket = socket;
    this.#read = read;
    this.#network = network;
    this.#turns = turns;
  }

  readonly arrive = (chunk: Buffer): void => {
    this.#chunks.push(chunk);
    if (this.#chunks.length > 1) this.#wait('pipelined');
    else if (this.#mayRead && (this.#inBody || this.#turns.mayBeginNow(this.#network))) this.take();
    else this.#wait('first');
  };

  /** Node resumes a socket whenever it is done with a request. */
  readonly resumed = (): void => {
    if (this.#chunks.length > 0) this.#wait('pipelined');
  };

  readonly close = (): void => {
    this.#closed = true;
    this.#chunks.length = 0;
    this.#network.unanswered -= this.#unanswered;
    this.#turns.leave(this.#network, this);
  };

  begin(request: IncomingMessage, response: ServerResponse): void {
    this.#latest = request;
    this.#bodyLeft = Number(request.headers['content-length'] ?? 0);
    this.#unanswered += 1;
    this.#network.unanswered += 1;
    response.once('close', () => {
      if (this.#closed) return;
      this.#unanswered -= 1;
      this.#network.unanswered -= 1;
      if (this.#chunks.length > 0) this.#wait('pipelined');
      this.#turns.wake(this.#network);
    });
  }

  /** Gives Node's parser the next request. */
  take(): void {
    const before = this.#latest;
    for (let pieces = 0; pieces < PIECES && this.#chunks.length > 0 && this.#mayRead; pieces++) {
      if (this.#latest !== before && !this.#inBody) break;
      this.#read(this.#nextPiece());
    }
    if (this.#chunks.length > 0) this.#wait('pipelined');
    else if (this.#socket.isPaused() && !this.#socket._paused) this.#socket.resume();
  }

  get #inBody(): boolean {
    return this.#latest !== null && !this.#latest.complete;
  }

  /** Whether anything but its turn is in the way: the rest of a body may always come. */
  get #mayRead(): boolean {
    if (this.#isHeld) return false;
    return this.#inBody || this.#turns.hasRoom(this.#network);
  }

  /** Whether this connection has to wait for its own answers. */
  get #isHeld(): boolean {
    if (this.#closed || this.#socket.destroyed || this.#socket._paused) return true;
    return !this.#inBody && this.#unanswered >= this.#turns.limits.perConnection;
  }

  #wait(reason: Reason): void {
    this.#socket.pause();
    if (!this.#isHeld) this.#turns.wait(this.#network, this, this.#inBody ? 'body' : reason);
  }

  /** At most to the end of the next head, or of the body: no two requests begin in one. */
  #nextPiece(): Buffer {
    const [chunk = Buffer.alloc(0)] = this.#chunks;
    const length =
      this.#inBody && this.#bodyLeft > 0 ? this.#bodyLeft : endOfHead(this.#tail, chunk);
    const piece = chunk.subarray(0, length);
    this.#tail = Buffer.concat([this.#tail, piece.subarray(-3)]).subarray(-3);
    if (this.#inBody) this.#bodyLeft -= piece.length;
    if (piece.length === chunk.length) this.#chunks.shift();
    else this.#chunks[0] = chunk.subarray(length);
    return piece;
  }
}

function endOfHead(tail: Buffer, chunk: Buffer): number {
  const between = Buffer.concat([tail, chunk.subarray(0, HEAD_END.length - 1)]).indexOf(HEAD_END);
  if (between >= 0) return between + HEAD_END.length - tail.length;
  const end = chunk.indexOf(HEAD_END);
  return end < 0 ? chunk.length : end + HEAD_END.length;
}
