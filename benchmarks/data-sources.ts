import { importFiner, type ImportResult } from './finer/import-finer.ts';

/** A data set that is not in the repository: `import` verifies its files in a folder and copies them into the cache. */
export type DataSource = {
  readonly about: string;
  readonly import: (request: { readonly from: string; readonly cacheFolder: string }) => Promise<ImportResult>;
};

/** Data sets by the name that `ace-bench data NAME --from DIR` knows. */
export const dataSources: { readonly [name: string]: DataSource } = {
  finer: { about: 'FiNER, the official val file of the ACE repository: 500 prompts of four tags', import: importFiner },
};
