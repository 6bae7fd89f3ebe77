export { imageJobReads } from './image-job-reads.ts';
