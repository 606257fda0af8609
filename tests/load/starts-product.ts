/** Starts a product on the directory and the port in its arguments, says its process id, and waits to be killed. */
import { startProduct } from '../support/product.ts';

const [dataDir = '', port] = process.argv.slice(2);
const env = { SEED: 'none', DATABASE_ENGINE: 'native' };
const product = await startProduct({ dataDir, port: Number(port), env });
process.send?.(product.pid);
