export type S3Settings = Readonly<{
  bucket: string;
  region: string;
  /** Absent for AWS itself. */
  endpoint: string | undefined;
  /** Absent: the AWS SDK's own chain (instance role, shared file …). */
  credentials: Readonly<{ accessKeyId: string; secretAccessKey: string }> | undefined;
  forcePathStyle: boolean;
  /** Where the bucket can be read by anybody, a CDN for example, without a trailing slash. Absent: through this service. */
  publicBaseUrl: string | undefined;
}>;
