import { expect, it } from 'vitest';
import type { UploadItem, UploadState } from '#features/pictures/upload-queue.ts';
import { freeSlot, ofKind, photoLabel, photosNotSent, wallNews } from './lead-photo.ts';

const item = (state: UploadState, problem: string | null = null): UploadItem => ({
  id: state,
  name: 'wall.jpg',
  state,
  progress: 0.5,
  problem,
  like: null,
  thumb: null,
  kept: true,
});

it('gives photos the first place that is free, and the preview its own', () => {
  expect(freeSlot('photos', [])).toBe('0');
  expect(freeSlot('photos', ['0', '1', '3', 'preview'])).toBe('2');
  expect(freeSlot('photos', ['0', '1', '2', '3', '4', '5'])).toBeNull();
  expect(freeSlot('preview', ['0'])).toBe('preview');
  expect(freeSlot('preview', ['preview'])).toBeNull();
});

it('tells photos from the preview', () => {
  const photos = [{ name: '0' }, { name: '5' }, { name: 'preview' }];
  expect(ofKind(photos, 'photos')).toEqual([{ name: '0' }, { name: '5' }]);
  expect(ofKind(photos, 'preview')).toEqual([{ name: 'preview' }]);
  expect([photoLabel('4', 2), photoLabel('preview', 3)]).toEqual([
    'Photo 2 of the wall',
    'Preview: the wall with a mural',
  ]);
});

it('says how far photos are, and names what is missing, without a doubt about the request', () => {
  expect(wallNews([], null)).toBe('');
  expect(wallNews([item('saved'), item('sending')], null)).toBe(
    'Sending photos of your wall: 1 of 2 arrived.',
  );
  expect(wallNews([item('ready')], 'connection')).toBe(
    'Your request has arrived; 1 photo of your wall is still to come. They’re saved on this device and will go out when you’re back online.',
  );
  expect(wallNews([item('failed', 'The site refused it.')], null)).toBe(
    '1 photo of your wall did not arrive. wall.jpg: The site refused it.',
  );
  expect(photosNotSent(1, 'closed')).toBe(
    '1 photo of your wall was not sent: the request is closed',
  );
  expect(photosNotSent(2, 'gone')).toBe(
    '2 photos of your wall were not sent: the request is not there any more',
  );
});
