/** What every admin list takes: the database searches, filters, sorts and pages. */
export interface ListQuery {
  search: string;
  filter: string;
  sort: string;
  desc: boolean;
  limit: number;
  offset: number;
  /** What else narrows it, by the names in the address. */
  only?: Readonly<Record<string, string>> | undefined;
}

export interface TablePage<Row> {
  total: number;
  rows: Row[];
}
