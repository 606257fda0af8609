declare module '@20minutes/s3rver' {
  interface Listing<T> {
    objects: T[];
    commonPrefixes: string[];
    isTruncated: boolean;
  }
  export default class S3rver {
    constructor(options: object);
    store: {
      listObjects(
        bucket: string,
        options: { startAfter?: string | undefined; maxKeys?: number },
      ): Promise<Listing<{ key: string }>>;
    };
    run(): Promise<unknown>;
  }
}
