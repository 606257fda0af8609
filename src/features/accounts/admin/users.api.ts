import { adminList } from '#data/admin-list.ts';
import { adminClientSchema, adminUserSchema } from './admin-user.ts';

export const listUsers = adminList('admin_list_users', adminUserSchema);
export const listClients = adminList('admin_list_clients', adminClientSchema);
