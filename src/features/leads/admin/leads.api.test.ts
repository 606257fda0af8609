import { expect, it, vi } from 'vitest';
import { keepHeldLeads } from './leads.api.ts';

const rpc = vi.hoisted(() => vi.fn());
vi.mock('#data/browser-client.ts', () => ({ dataClient: async () => ({ rpc }) }));

it('takes a deletion back, which the database does without an answer', async () => {
  rpc.mockResolvedValue({ data: null, error: null, status: 204 });
  await expect(keepHeldLeads(['a'])).resolves.toBeUndefined();
  rpc.mockResolvedValue({ data: null, error: { message: 'no', code: '42501' }, status: 403 });
  await expect(keepHeldLeads(['a'])).rejects.toMatchObject({ code: '42501', status: 403 });
});
