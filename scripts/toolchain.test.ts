import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderOfFile } from '#tests/support/temporary-folders.ts'
import { hasLockedPackages } from './toolchain.mjs'

type Packages = Record<string, { version: string; optional?: true }>

const locked: Packages = {
  'node_modules/a': { version: '1.0.0' },
  'node_modules/for-windows': { version: '2.0.0', optional: true },
}

/** Creates a project with a lockfile. Without `installed` npm never finished. */
function makeProject(installed?: Packages): string {
  const project = mkdtempSync(join(folderOfFile('toolchain-'), 'project-'))
  mkdirSync(join(project, 'node_modules'))
  const write = (path: string, packages: Packages) =>
    writeFileSync(
      join(project, path),
      JSON.stringify({ packages: { '': { version: '1.0.0' }, ...packages } }),
    )
  write('package-lock.json', locked)
  if (installed) write('node_modules/.package-lock.json', installed)
  return project
}

test.each<[string, boolean, Packages | undefined]>([
  ['all packages', true, locked],
  ['no package for another system', true, { 'node_modules/a': { version: '1.0.0' } }],
  ['an interrupted installation', false, undefined],
  ['a missing package', false, {}],
  ['another version', false, { ...locked, 'node_modules/a': { version: '1.0.1' } }],
  ['a removed package', false, { ...locked, 'node_modules/b': { version: '1.0.0' } }],
])('%s counts as installed: %s', (_name, expected, installed) => {
  expect(hasLockedPackages(makeProject(installed))).toBe(expected)
})
