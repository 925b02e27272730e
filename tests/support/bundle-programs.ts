import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin, type Rollup } from 'vite'
import type { TestProject } from 'vitest/node'
import { programFolder, sandboxWorkers, startBundledWorkers } from './sandbox-workers.ts'

declare module 'vitest' {
  interface ProvidedContext {
    programs: Record<keyof typeof programFiles, string>
  }
}

const root = fileURLToPath(new URL('../../', import.meta.url))
/** The programs that tests start as processes of their own. */
const programFiles = {
  server: 'tests/support/server-process.ts',
  celebrations: 'tests/support/celebration-process.ts',
  cli: 'server/cli/index.ts',
}

const pathOf = (name: keyof typeof programFiles) => join(programFolder, `${name}.mjs`)

/** Keeps the addresses of modules, by which the server finds its SQL, texts and child processes. */
const keepModuleUrls: Plugin = {
  name: 'keep-module-urls',
  transform: (code, id) =>
    code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
}

/** Replaces a file at once, because programs of another run may be reading it. */
function replaceFile(name: string, text: string): void {
  const path = join(programFolder, name)
  const incomplete = `${path}.${process.pid}`
  writeFileSync(incomplete, text)
  renameSync(incomplete, path)
}

/** Bundles modules and what they import; `isComplete`: packages too, except native code. */
async function bundle(input: Record<string, string>, isComplete: boolean): Promise<void> {
  const { output } = (await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [startBundledWorkers, keepModuleUrls],
    ssr: isComplete ? { noExternal: true, external: ['sharp'] } : {},
    build: {
      ssr: true,
      write: false,
      target: 'esnext',
      minify: false,
      rollupOptions: {
        input,
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
      },
    },
  })) as Rollup.RollupOutput
  for (const file of output) if (file.type === 'chunk') replaceFile(file.fileName, file.code)
}

/**
 * Bundles the code of each program into a few files: a start from a thousand files takes 1.5 times
 * the CPU time. A sandboxed child may read no other file of the folder, so that its bundle is one
 * file. Provides the paths of the programs to the tests.
 */
export default async function setup(project: TestProject): Promise<void> {
  mkdirSync(programFolder, { recursive: true })
  await bundle(programFiles, false)
  for (const [name, file] of Object.entries(sandboxWorkers)) await bundle({ [name]: file }, true)
  project.provide('programs', {
    server: pathOf('server'),
    celebrations: pathOf('celebrations'),
    cli: pathOf('cli'),
  })
}
