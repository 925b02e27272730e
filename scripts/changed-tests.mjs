// Selects the tests of `npm test -- changed`: those that the files changed since `main` can affect.
// Vitest's `--changed` follows imports; the app imports every module, so by imports alone a change
// of one module would affect every test with a server. Those tests are selected by folder instead:
// the folder of a changed file, and the folders of the files that import it.
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './toolchain.mjs'

/** The suites generated from the contract, which any change of it can affect. */
const contractSuites = [
  'tests/suites/access-matrix',
  'tests/suites/fuzz',
  'tests/suites/permissions',
  'tests/suites/refusals',
  'tests/suites/tenant-isolation',
]
/** Files that every part of the product imports: a change does not say which part it affects. */
const compositionFiles = /^(server|web)\/[^/]+$|^server\/mount-modules|^tests\/support\//

const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
    .split('\n')
    .filter(Boolean)

/**
 * Returns the paths of the files that differ from `main`, committed or not. On `main` itself: those
 * not committed yet.
 */
export const listChangedFiles = () => [
  ...new Set([
    ...git('diff', '--name-only', '--diff-filter=d', '--merge-base', 'main'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]),
]

/** Returns the paths of the files that import a file of the product by its full path. */
function listImporters(file) {
  try {
    return git('grep', '-l', '-F', `from '#${file}'`, '--', 'server', 'web', 'tests')
  } catch {
    // Exit code 1: no file imports it.
    return []
  }
}

/**
 * Returns the folder whose tests belong to a file: that of its module, workflow, feature or
 * concern. Undefined for files outside of them.
 */
export const findTestFolder = (file) =>
  /^(server\/(modules|workflows|platform|adapters)|web\/(features|shared))\/[^/]+\//
    .exec(file)?.[0]
    .slice(0, -1) ?? /^(server|web)\/[^/]+(?=\/)/.exec(file)?.[0]

/** Returns the journeys named after the noun of a feature: `rewards` for `web/features/rewards`. */
function listJourneys(file, journeys) {
  const noun = /^web\/(features|shared)\/([^/]+)\//.exec(file)?.[2]?.replace(/s$/, '')
  return noun
    ? journeys.filter((name) => name.split('-').some((word) => word.startsWith(noun)))
    : []
}

/**
 * Returns the path filters of the tests that the changed files can affect. `server`: tests with a
 * database and component tests; `browser`: journeys and crawls. Unit tests are selected by Vitest.
 */
export function selectTests(changedFiles) {
  const folder = 'tests/browser/journeys'
  const journeys = readdirSync(join(root, folder)).map((name) => name.replace('.test.ts', ''))
  const selected = { server: new Set(), browser: new Set() }
  for (const file of changedFiles) {
    const isTest = /\.test\.tsx?$/.test(file)
    if (isTest) selected[file.startsWith('tests/browser/') ? 'browser' : 'server'].add(file)
    if (file.startsWith('contract/') && !isTest)
      for (const suite of contractSuites) selected.server.add(suite)
    if (isTest || compositionFiles.test(file) || !/\.(ts|tsx|sql|json)$/.test(file)) continue
    const source = file.replace(/\.sql$/, '.ts')
    for (const one of [source, ...listImporters(source)]) {
      const testFolder = /\.test\.tsx?$/.test(one) ? one : findTestFolder(one)
      if (testFolder?.startsWith('tests/browser/')) selected.browser.add(testFolder)
      else if (testFolder) selected.server.add(`${testFolder}${testFolder === one ? '' : '/'}`)
    }
    for (const name of listJourneys(file, journeys)) selected.browser.add(`${folder}/${name}`)
  }
  return { server: [...selected.server], browser: [...selected.browser] }
}
