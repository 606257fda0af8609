/** By which the backend knows the front, whose word it takes for a caller's address. */
export const FRONT_SECRET = 'x-front-secret';
/** The address of the one for whom the front calls. */
export const CLIENT_ADDRESS = 'x-client-ip';
