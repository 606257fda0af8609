import type { App } from '@supabase/lite';
export type LiteConnection = App['connection'];
