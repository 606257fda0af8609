/** A small site in a process of its own, so that its event loop is nobody else's. */
import { testSite } from './fixture.ts';

const site = await testSite();
process.send?.(site.server.port);
process.once('disconnect', () => process.exit());
