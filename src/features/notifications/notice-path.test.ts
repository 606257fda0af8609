import { describe, expect, it } from 'vitest';
import { noticeGroups } from './notice-path.ts';
import type { Notice } from './notices.ts';

const notice = (id: string, kind: string, lead: string | null, read = false): Notice => ({
  id,
  kind,
  lead_id: lead,
  created_at: '2026-03-08T13:00:00Z',
  read,
});
const lines = (...notices: Notice[]) =>
  noticeGroups(notices).map(({ newest, unread }) => [newest.id, ...unread]);

describe('notices by what they lead to', () => {
  it('has one line for a request, of what came last', () => {
    expect(
      lines(
        notice('d', 'lead_message', 'one'),
        notice('c', 'lead_message', 'two'),
        notice('b', 'request_line_added', 'one'),
        notice('a', 'lead_received', 'one', true),
      ),
    ).toEqual([
      ['d', 'd', 'b'],
      ['c', 'c'],
    ]);
  });

  it('has one for the requests that an admin sees under one filter', () => {
    expect(
      lines(
        notice('c', 'request_unmatched', 'one'),
        notice('b', 'lead_held', 'two', true),
        notice('a', 'request_unmatched', 'three'),
      ),
    ).toEqual([['c', 'c', 'a'], ['b']]);
  });

  it('keeps apart what leads to the same tab and is not the same', () => {
    expect(lines(notice('b', 'mural_hidden', null), notice('a', 'claim_accepted', null))).toEqual([
      ['b', 'b'],
      ['a', 'a'],
    ]);
  });
});
