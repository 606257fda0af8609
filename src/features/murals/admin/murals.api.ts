import { adminList } from '#data/admin-list.ts';
import { adminMuralSchema } from './admin-mural.ts';

export const listMurals = adminList('admin_list_murals', adminMuralSchema);
