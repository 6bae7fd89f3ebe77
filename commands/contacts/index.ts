export { contactEndpoints as contactWrites } from './contact-endpoints.ts';
