/** Where a picture is on its way from a person's device into a list of pictures. */
export type UploadState =
  | 'waiting'
  | 'preparing'
  | 'ready'
  | 'sending'
  | 'arrived'
  | 'saved'
  | 'failed'
  | 'refused';

/** What may follow what. Leaving out a picture is possible until it has arrived, and takes it off the list. */
export const UPLOAD_MOVES: Readonly<Record<UploadState, readonly UploadState[]>> = {
  waiting: ['preparing'],
  preparing: ['ready', 'refused'],
  ready: ['sending'],
  // Back to `ready` without a connection: nothing is lost, and it goes again by itself.
  sending: ['arrived', 'ready', 'failed', 'refused'],
  // Its bytes are there, and the list does not name it yet. `ready`: they are too old to be counted on.
  arrived: ['saved', 'failed', 'refused', 'ready'],
  saved: [],
  // The person has decided against it, and may decide otherwise.
  failed: ['ready', 'arrived'],
  refused: [],
};

/** A picture of the queue, as it is shown. */
export interface UploadItem {
  id: string;
  name: string;
  state: UploadState;
  /** Share of the bytes that have left, 0 to 1. */
  progress: number;
  /** Why it is not going; a sentence. */
  problem: string | null;
  /** Address of a small copy. */
  thumb: string | null;
  /** This browser has it, whatever becomes of the page. */
  kept: boolean;
}

/** Why nothing is sent for the moment: no connection, or a server that asks to come again later. */
export type UploadPause = 'connection' | 'server';

export interface UploadQueueState {
  items: readonly UploadItem[];
  pause: UploadPause | null;
}

/** As few as keep a slow connection busy: each picture is to arrive before the next ones compete with it. */
const SENT_AT_ONCE = 2;

const inState = (items: readonly UploadItem[], state: UploadState) =>
  items.filter((item) => item.state === state);

/** The picture to be prepared now: one after the other, because each takes tens of megabytes while it is drawn. */
export function nextToPrepare(items: readonly UploadItem[]): UploadItem | null {
  if (inState(items, 'preparing').length > 0) return null;
  return items.find(({ state }) => state === 'waiting') ?? null;
}

/** The pictures to be sent now, in the order in which they were chosen. */
export function nextToSend(items: readonly UploadItem[]): UploadItem[] {
  const free = SENT_AT_ONCE - inState(items, 'sending').length;
  return inState(items, 'ready').slice(0, Math.max(free, 0));
}

/** Files that no list names are removed after an hour: what has arrived longer ago than this is sent anew. */
const COUNTED_ON_MS = 30 * 60_000;

export const isCountedOn = ({ stamp }: { stamp: number }, now: number): boolean =>
  now - stamp <= COUNTED_ON_MS;

/** States that lead on by themselves. */
const UNDER_WAY: readonly UploadState[] = ['waiting', 'preparing', 'ready', 'sending', 'arrived'];

export const isUnderWay = ({ state }: UploadItem): boolean => UNDER_WAY.includes(state);

/** Places that the queue will take in the list. */
export const placesTaken = (items: readonly UploadItem[]): number =>
  items.filter(({ state }) => state !== 'saved' && state !== 'refused').length;

/** Whether leaving the page would lose a picture. */
export const isUnsafe = (items: readonly UploadItem[]): boolean =>
  items.some((item) => isUnderWay(item) && !item.kept);

interface UploadSummary {
  saved: number;
  /** Those that are on their way, and have been. */
  total: number;
  underWay: number;
  /** 0 to 1, with what has left of those on their way. */
  share: number;
}

export function uploadSummary(items: readonly UploadItem[]): UploadSummary {
  const saved = inState(items, 'saved').length;
  const going = items.filter(isUnderWay);
  const total = saved + going.length;
  const left = going.reduce((sum, { progress }) => sum + progress, 0);
  return { saved, total, underWay: going.length, share: total ? (saved + left) / total : 0 };
}

/** What is said of the whole queue; read aloud only as often as this changes, which is at each quarter. */
export function uploadNews({ items, pause }: UploadQueueState): string {
  const { saved, total, underWay } = uploadSummary(items);
  if (underWay === 0) return '';
  if (pause) return PAUSES[pause];
  const quarter = Math.floor((saved / total) * 4);
  const at = Math.ceil((quarter * total) / 4);
  return quarter === 0 ? `Uploading ${total} photos` : `${at} of ${total} photos saved`;
}

export const PAUSES: Readonly<Record<UploadPause, string>> = {
  connection: 'Waiting for the connection',
  server: 'The site is busy',
};

/**
 * A list with pictures that have arrived, each where it was chosen: before the first one that was chosen after it, and at
 * the end where there is none. Their names tell (`portfolioPath`). Nothing goes beyond `limit`.
 */
export function withArrived(
  list: readonly string[],
  urls: readonly string[],
  limit: number,
): string[] {
  const next = [...list];
  for (const url of urls) {
    if (next.includes(url) || next.length >= limit) continue;
    const at = next.findIndex((other) => isChosenAfter(other, url));
    next.splice(at < 0 ? next.length : at, 0, url);
  }
  return next;
}

function isChosenAfter(other: string, url: string): boolean {
  const [a, b] = [choiceOf(other), choiceOf(url)];
  if (a === null || b === null || a.folder !== b.folder) return false;
  return a.stamp > b.stamp || (a.stamp === b.stamp && a.index > b.index);
}

/** Whose picture it is, when it was chosen, and its place among those chosen with it. */
function choiceOf(url: string): { folder: string; stamp: number; index: number } | null {
  const [, folder, stamp, index] = /^(.*\/)(\d{13,})-(\d+)\.[a-z]+$/.exec(url) ?? [];
  return folder && stamp && index ? { folder, stamp: Number(stamp), index: Number(index) } : null;
}
