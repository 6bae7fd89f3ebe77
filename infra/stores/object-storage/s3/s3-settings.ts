export type S3Settings = Readonly<{
  bucket: string;
  region: string;
  /** Absent for AWS itself. */
  endpoint: string | undefined;
  /** Absent: the AWS SDK's own chain (instance role, shared file …). */
  credentials: Readonly<{ accessKeyId: string; secretAccessKey: string }> | undefined;
  forcePathStyle: boolean;
  /**
   * The public address of the bucket, a CDN for example, without a trailing slash. Without it
   * objects are read through this service.
   */
  publicBaseUrl: string | undefined;
}>;
