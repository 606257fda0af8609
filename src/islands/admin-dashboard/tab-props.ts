export interface AdminTabProps {
  /** The signed-in admin: cover photos are kept in their folder. */
  userId: string;
}
