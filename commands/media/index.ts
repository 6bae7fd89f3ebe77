export { mediaEndpoints as mediaWrites } from './media-endpoints.ts';
