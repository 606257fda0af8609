import { expect, it } from 'vitest';
import type { UploadItem, UploadState } from '#features/pictures/upload-queue.ts';
import { photosNotSent, wallNews } from './lead-photo.ts';

const item = (state: UploadState, problem: string | null = null): UploadItem => ({
  id: state,
  name: 'wall.jpg',
  state,
  progress: 0.5,
  problem,
  thumb: null,
  kept: true,
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
    '1 photo of your wall didn’t arrive. wall.jpg: The site refused it.',
  );
  expect(photosNotSent(1, 'closed')).toBe(
    '1 photo of your wall wasn’t sent: the request is closed',
  );
  expect(photosNotSent(2, 'gone')).toBe(
    '2 photos of your wall weren’t sent: the request isn’t there anymore',
  );
});
