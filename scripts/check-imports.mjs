// Checks the dependency rules of ARCHITECTURE.md: which layer may import which, no cycle between
// the folders of server/modules, and SQL in query files only. The rule import/no-cycle of oxlint
// finds cycles between files, also those of types.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { root } from './toolchain.mjs'

const contract = ['contract', 'contract/schemas', 'contract/routes']
/** The dependency rules: a layer imports itself and the layers listed here. */
const allowed = {
  contract: [],
  'contract/schemas': ['contract'],
  'contract/routes': ['contract', 'contract/schemas'],
  client: contract,
  'server/platform': contract,
  'server/ledger': [...contract, 'server/platform'],
  'server/adapters': [...contract, 'server/platform'],
  'server/modules': [...contract, 'server/platform', 'server/ledger', 'server/adapters'],
  'server/workflows': [
    ...contract,
    'client',
    'server/platform',
    'server/ledger',
    'server/adapters',
    'server/modules',
    'server/ops',
  ],
  'server/ops': [
    ...contract,
    'server/platform',
    'server/ledger',
    'server/adapters',
    'server/modules',
  ],
  // The composition of the server: app.ts, main.ts, config.ts and the command line.
  server: [
    ...contract,
    'client',
    'server/platform',
    'server/ledger',
    'server/adapters',
    'server/modules',
    'server/workflows',
    'server/ops',
  ],
  'web/lib': [...contract, 'client'],
  'web/ui': ['web/lib'],
  'web/shared': [...contract, 'web/lib', 'web/ui'],
  'web/features': [...contract, 'web/lib', 'web/ui', 'web/shared'],
  'web/app': [...contract, 'web/lib', 'web/ui', 'web/shared', 'web/features'],
  web: [...contract, 'web/lib', 'web/ui', 'web/shared', 'web/features', 'web/app'],
}
/** Type-only imports that may cross a rule, such as the type of the composed services. */
const typesAllowed = { 'server/platform': ['server', 'server/adapters', 'server/modules'] }

const roots = ['client', 'contract', 'server', 'web', 'tests', 'bench']
const isTest = (file) => /\.test\.tsx?$/.test(file) || file.startsWith('tests/')

function sourceFiles(folder) {
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = `${folder}/${name}`
    if (path === 'client/dist') return []
    if (statSync(join(root, path)).isDirectory()) return sourceFiles(path)
    return /\.tsx?$/.test(name) ? [path] : []
  })
}

/** Returns the layer of a file, and its folder inside modules or features. */
function locate(file) {
  const [top, second, third] = file.split('/')
  const layer = Object.hasOwn(allowed, `${top}/${second}`) ? `${top}/${second}` : top
  const isUnit = layer === 'server/modules' || layer === 'web/features'
  return { top, layer, unit: isUnit && !third?.includes('.') ? third : undefined }
}

/** Returns the rule that an import breaks, or undefined. */
function findViolation(from, to, isTypeOnly) {
  const [a, b] = [locate(from), locate(to)]
  if (isTest(from) || a.top === 'bench')
    return a.top === 'web' && b.top === 'server' ? 'web imports server' : undefined
  if (isTest(to)) return 'product code imports a test'
  if (a.layer !== b.layer && !allowed[a.layer]?.includes(b.layer)) {
    if (isTypeOnly && typesAllowed[a.layer]?.includes(b.layer)) return undefined
    return `${a.layer} imports ${b.layer}`
  }
  if (a.layer === 'web/features' && b.layer === a.layer && a.unit !== b.unit)
    return 'a feature imports another feature'
  if (a.unit && b.unit && a.unit !== b.unit && to.endsWith('/routes.ts'))
    return 'a module imports the routes of another'
  return undefined
}

/** Returns each cycle of a graph once, as a path whose first and last node are equal. */
function findCycles(graph) {
  const cycles = []
  const done = new Set()
  const walk = (node, path) => {
    if (path.includes(node)) cycles.push([...path.slice(path.indexOf(node)), node])
    else if (!done.has(node)) {
      for (const next of graph.get(node) ?? []) walk(next, [...path, node])
      done.add(node)
    }
  }
  for (const node of graph.keys()) walk(node, [])
  return cycles
}

/** Returns whether a file must leave SQL to the query files of its module or workflow. */
const mustNotContainSql = (file) =>
  /^server\/(modules|workflows)\//.test(file) && !isTest(file) && !file.endsWith('queries.ts')
const sqlPattern = /\bsql`|\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/

const importPattern =
  /^\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/gm
const problems = []
const modules = new Map()
const files = roots.flatMap(sourceFiles)
for (const file of files) {
  const text = readFileSync(join(root, file), 'utf8')
  if (mustNotContainSql(file) && sqlPattern.test(text))
    problems.push(`${file}: SQL belongs in a query file (queries.ts or <topic>-queries.ts)`)
  for (const match of text.matchAll(importPattern)) {
    const target = match[1] ?? match[2]
    const isTypeOnly = /^(import|export) type\b/.test(match[0].trim())
    if (!/^[#.]/.test(target)) {
      const name = target.replace(/^node:/, '')
      if (file.startsWith('contract/') && name !== 'zod' && !isTest(file))
        problems.push(`${file}: contract imports ${target}; it may import zod alone`)
      if (/^(client|web)\//.test(file) && !isTest(file) && builtinModules.includes(name))
        problems.push(`${file}: ${file.split('/')[0]} imports ${target}`)
      continue
    }
    const to = target.startsWith('#')
      ? target.slice(1)
      : relative(root, join(root, dirname(file), target))
    // Node runs the sources, so a path without its extension fails at start and not in the compiler.
    if (!existsSync(join(root, to.replace(/\?.*$/, ''))))
      problems.push(`${file}: ${target} does not exist`)
    if (/\.(svg|json|woff2)$/.test(to)) continue
    const violation = findViolation(file, to, isTypeOnly)
    if (violation) problems.push(`${file} -> ${to}: ${violation}`)
    const [a, b] = [locate(file), locate(to)]
    if (!isTest(file) && a.layer === 'server/modules' && b.layer === a.layer && a.unit && b.unit) {
      if (!modules.has(a.unit)) modules.set(a.unit, new Set())
      if (a.unit !== b.unit) modules.get(a.unit).add(b.unit)
    }
  }
}
for (const cycle of findCycles(modules)) problems.push(`cycle of modules: ${cycle.join(' -> ')}`)

for (const problem of problems) console.error(problem)
if (problems.length) process.exit(1)
console.log(`Imports: ${files.length} files follow the dependency rules.`)
