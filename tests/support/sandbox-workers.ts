import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** Within this checkout, where bundled programs find their packages. */
export const programFolder = join(root, '.cache', 'programs')
/** The modules that read uploaded files in a child process, by the name of their bundle. */
export const sandboxWorkers = {
  'list-worker': 'server/modules/people-files/list-worker.ts',
  'history-worker': 'server/modules/history-imports/history-worker.ts',
  'picture-worker': 'server/modules/files/picture-worker.ts',
}

const addressPattern = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g
/**
 * Starts the children of sandboxes from their bundles, which takes a third of the CPU time of a
 * start from the sources (server/platform/sandbox). A bundle may be read because it is the program.
 */
export const startBundledWorkers: Plugin = {
  name: 'start-bundled-workers',
  enforce: 'pre',
  transform: (code, id) =>
    code.includes('createSandbox({')
      ? code.replaceAll(addressPattern, (address, name: string) => {
          const source = sandboxWorkers[name as keyof typeof sandboxWorkers]
          return source === undefined || join(root, source) !== join(dirname(id), basename(source))
            ? address
            : `new URL(${JSON.stringify(pathToFileURL(join(programFolder, `${name}.mjs`)).href)})`
        })
      : undefined,
}
