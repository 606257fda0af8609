/** There while a request waits to be sent: the script of every page looks for it (components/scripts/pending-flash.ts). */
export const SENDING_FLAG = 'quote.sending';

/** The beginning of the keys of requests and of messages that are on their way. */
export const OUTBOX_PREFIX = 'quote.outbox.';
export const MESSAGE_PREFIX = 'message.outbox.';

/** The database of pictures that are chosen and not sent, by the name of what they are for. */
export const DRAFT_PICTURES_KEY = 'mural-pictures-draft';

/** The database of the pictures of those messages, by key. */
export const SENT_PICTURES_KEY = 'mural-pictures-sent';
