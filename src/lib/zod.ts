import { z } from 'zod';

/**
 * zod as everything here imports it. Left alone it probes `new Function` when a schema is made, which the pages'
 * content security policy refuses and reports; where there is no page it may go on compiling.
 */
z.config({ jitless: 'document' in globalThis });

export { z };
