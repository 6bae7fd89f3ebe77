export { analyticsEndpoints as analyticsWrites } from './insights-endpoints.ts';
