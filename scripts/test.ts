/**
 * `npm test`: checks, unit and database tests, and stories in a browser against one fresh server. Two cores have time
 * left while unit tests wait: the checks, and the server of the stories with its demo, get ready beside them.
 */
import '../tests/run.ts';
