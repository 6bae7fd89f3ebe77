/** A certificate for a TLS server of a test. */
export { selfSigned } from '../../infra/products/client/cli/certificate.ts';
