export { freePort } from '#embedded/native/free-port.ts';
