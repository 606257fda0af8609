import { adminList } from '#data/admin-list.ts';
import { adminPictureReportSchema } from './picture-report.ts';

export const listPictureReports = adminList('admin_list_picture_reports', adminPictureReportSchema);
