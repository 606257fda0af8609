import { expect, it } from 'vitest';
import { type Notice, noticeTitle } from './notices.ts';

const notice = (over: Partial<Notice>): Notice => ({
  id: '00000000-0000-4000-8000-000000000000',
  kind: 'lead_received',
  lead_id: null,
  created_at: '',
  read: false,
  ...over,
});

it.each([
  [{ style: 'abstract', city: 'Austin' }, 'New abstract mural request from Austin'],
  [{ style: 'other', city: 'Austin' }, 'New request from Austin'],
  [{ style: null, city: null }, 'New request'],
  [{ call: true, style: 'abstract' }, 'A client wants to talk to you'],
])('names a request that came in: %j', (over, title) =>
  expect(noticeTitle(notice(over))).toBe(title),
);
