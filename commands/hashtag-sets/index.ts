export { hashtagSetEndpoints as hashtagSetWrites } from './hashtag-set-endpoints.ts';
