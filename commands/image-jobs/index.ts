export { imageJobEndpoints as imageJobWrites } from './image-job-endpoints.ts';
