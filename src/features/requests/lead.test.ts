import { expect, it } from 'vitest';
import { leadSchema } from './lead.ts';

const lead = {
  id: '7d9f1c9e-6d3b-4b0e-9d34-0d2b8f1f6a10',
  kind: 'quote',
  name: '***',
  email: null,
  phone: null,
  city: null,
  project_description: 'A wall by the river',
  mural_size: null,
  surface_type: null,
  style_preference: null,
  budget_range: null,
  status: 'in_review',
  assigned_artist: [],
  created_by_user: null,
  created_at: '2026-01-01T00:00:00Z',
};

it('reads a lead without a status as new, and does not lose the list over it (section 4)', () => {
  const { status: _, ...without } = lead;
  const rows = [lead, { ...lead, status: null }, without];
  expect(
    leadSchema
      .array()
      .parse(rows)
      .map(({ status }) => status),
  ).toEqual(['in_review', 'new', 'new']);
});
