/** A certificate for a TLS server of a test. */
export { selfSigned } from '@social-publishing/client/certificate';
