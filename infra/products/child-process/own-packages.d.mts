import type { Plugin } from 'esbuild';

export declare const ownPackages: (read?: (manifest: string) => void) => Plugin;
