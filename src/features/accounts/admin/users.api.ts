import { adminList } from '#data/admin-list.ts';
import { adminUserSchema } from './admin-user.ts';

export const listUsers = adminList('admin_list_users', adminUserSchema);
