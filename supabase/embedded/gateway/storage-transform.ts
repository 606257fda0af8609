import { textOf } from './call.ts';

/** The address of a signed copy, from that of the signed object. */
export function renderedUrl(signed: string, transform: { width?: unknown }): string {
  const url = signed.replace('/object/sign/', '/render/image/sign/');
  return `${url}&width=${encodeURIComponent(textOf(transform.width))}`;
}
