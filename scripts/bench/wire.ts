const END = '\r\n\r\n';

/** A request as a browser sends it, whose connection stays open. */
export function requestFor(pathname: string, etag?: string): string {
  const condition = etag ? `If-None-Match: ${etag}\r\n` : '';
  return `GET ${pathname} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: br, gzip\r\n${condition}\r\n`;
}

/** What tells where an answer ends; null while its head is not here. */
export function headOf(answer: Buffer): { bytes: number; contentLength: number } | null {
  const end = answer.indexOf(END);
  if (end < 0) return null;
  const length = /\r\ncontent-length: (\d+)/i.exec(answer.toString('latin1', 0, end))?.[1];
  return { bytes: end + END.length, contentLength: Number(length ?? 0) };
}
