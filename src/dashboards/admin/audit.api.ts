import { adminList } from '#data/admin-list.ts';
import { auditSchema } from './admin.ts';

export const listAudit = adminList('admin_list_audit', auditSchema);
