export { reviewEndpoints as reviewWrites } from './review-endpoints.ts';
