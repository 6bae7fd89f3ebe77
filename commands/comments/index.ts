export { commentEndpoints as commentWrites } from './comment-endpoints.ts';
