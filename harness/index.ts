export { registry } from './registry.ts';
