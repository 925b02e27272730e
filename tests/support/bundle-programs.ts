import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin, type Rollup } from 'vite'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** The programs that tests start as processes of their own. */
const programFiles = {
  server: 'tests/support/server-process.ts',
  celebrations: 'tests/support/celebration-process.ts',
  cli: 'server/cli/index.ts',
}
export type ProgramPaths = Record<keyof typeof programFiles, string>

/** Within this checkout, where the programs find their packages. */
const folder = join(root, '.cache', 'programs')
const pathOf = (name: keyof typeof programFiles) => join(folder, `${name}.mjs`)

/** Keeps the addresses of modules, by which the server finds its SQL, texts and child processes. */
const keepModuleUrls: Plugin = {
  name: 'keep-module-urls',
  transform: (code, id) =>
    code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
}

/** Replaces a file at once, because programs of another run may be reading it. */
function replaceFile(name: string, text: string): void {
  const path = join(folder, name)
  const incomplete = `${path}.${process.pid}`
  writeFileSync(incomplete, text)
  renameSync(incomplete, path)
}

/**
 * Bundles the code of each program into a few files. From a thousand files, a start takes half as
 * much CPU time again. Returns the paths of the programs.
 */
export async function bundlePrograms(): Promise<ProgramPaths> {
  const { output } = (await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [keepModuleUrls],
    build: {
      ssr: true,
      write: false,
      target: 'esnext',
      minify: false,
      rollupOptions: {
        input: programFiles,
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
      },
    },
  })) as Rollup.RollupOutput
  mkdirSync(folder, { recursive: true })
  for (const file of output) if (file.type === 'chunk') replaceFile(file.fileName, file.code)
  return {
    server: pathOf('server'),
    celebrations: pathOf('celebrations'),
    cli: pathOf('cli'),
  }
}
