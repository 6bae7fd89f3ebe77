export { preferenceEndpoints as notificationWrites } from './preference-endpoints.ts';
