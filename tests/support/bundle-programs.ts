import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin, type Rollup } from 'vite'
import type { TestProject } from 'vitest/node'

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
 * Bundles the code of each program into a few files: a start from a thousand files takes 1.5 times
 * the CPU time. Provides the paths of the programs to the tests.
 */
export default async function setup(project: TestProject): Promise<void> {
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
  project.provide('programs', {
    server: pathOf('server'),
    celebrations: pathOf('celebrations'),
    cli: pathOf('cli'),
  })
}
