/** A registration of the service with a platform, by its name: Instagram and LinkedIn have two. */
export const clientOf = (platform: string): Readonly<{ id: string; secret: string }> => ({
  id: `${platform.toLowerCase()}-client`,
  secret: `${platform.toLowerCase()}-secret`,
});
