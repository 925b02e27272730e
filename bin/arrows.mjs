// The arrows of ARCHITECTURE.md as a check: who may import whom, and no circles. Answers every
// import that breaks one.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { builtinModules } from 'node:module'
import { root } from './lib.mjs'

const roots = ['contract', 'server', 'web', 'e2e', 'bench']
const isTest = (file) => /\.test\.tsx?$/.test(file) || file.startsWith('server/test/')

function sources(folder) {
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = `${folder}/${name}`
    if (statSync(join(root, path)).isDirectory()) return sources(path)
    return /\.tsx?$/.test(name) ? [path] : []
  })
}

/** The part of the house a file stands in. */
function part(file) {
  const [top, second, third] = file.split('/')
  if (top === 'server' && second === 'modules' && third?.includes('.') === false)
    return { layer: 'modules', unit: third }
  if (top === 'web' && second === 'features') return { layer: 'features', unit: third }
  if (top === 'server' || top === 'web')
    return {
      layer: second.includes('.') || second === 'modules' ? `${top}-root` : second,
      unit: undefined,
    }
  return { layer: top, unit: undefined }
}

const allowed = {
  contract: ['contract'],
  platform: ['contract', 'platform', 'adapters-types', 'config'],
  ledger: ['contract', 'platform', 'ledger'],
  adapters: ['contract', 'platform', 'adapters'],
  modules: ['contract', 'platform', 'ledger', 'adapters', 'modules', 'demo'],
  operation: ['contract', 'platform', 'ledger', 'adapters', 'operation'],
  demo: ['contract', 'platform', 'ledger', 'adapters', 'modules', 'demo'],
  ui: ['ui'],
  lib: ['contract', 'lib'],
  features: ['contract', 'ui', 'lib', 'app', 'features'],
  app: ['contract', 'ui', 'lib', 'app', 'features'],
}

/** What is wrong with an import from one file to another; undefined when it may be. */
function verdict(from, to, text) {
  const [a, b] = [part(from), part(to)]
  const [topA, topB] = [from.split('/')[0], to.split('/')[0]]
  if (isTest(from) || topA === 'e2e' || topA === 'bench' || a.layer === 'server-root')
    return topA === 'web' && topB === 'server' ? 'web imports server' : undefined
  if (topA !== topB && topB !== 'contract') return `${topA} imports ${topB}`
  if (isTest(to)) return 'imports a test'
  if (a.layer === 'web-root') return undefined
  if (a.layer === 'platform' && (to === 'server/config.ts' || b.layer === 'adapters'))
    return text.startsWith('import type')
      ? undefined
      : 'platform may know types alone of what is above it'
  if (!allowed[a.layer]?.includes(b.layer)) return `${a.layer} imports ${b.layer}`
  if (a.layer === 'features' && b.layer === 'features' && a.unit !== b.unit)
    return 'features import each other'
  if (
    a.layer === 'modules' &&
    b.layer === 'modules' &&
    a.unit !== b.unit &&
    to.endsWith('/routes.ts')
  )
    return 'a module imports another’s routes'
  return undefined
}

const imports =
  /^\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?['"]([^'"]+)['"]|import\(['"]([^'"]+)['"]\)/gm
const problems = []
const graph = new Map()
for (const file of roots.flatMap((folder) => {
  try {
    return sources(folder)
  } catch {
    return []
  }
})) {
  const text = readFileSync(join(root, file), 'utf8')
  const edges = []
  for (const match of text.matchAll(imports)) {
    const target = match[1] ?? match[2]
    const own = target.startsWith('#')
      ? target.slice(1)
      : target.startsWith('.')
        ? relative(root, join(root, dirname(file), target))
        : undefined
    if (own === undefined) {
      const name = target.replace(/^node:/, '')
      if (file.startsWith('contract/') && name !== 'zod' && !isTest(file))
        problems.push(`${file}: contract imports ${target}; it may know zod alone`)
      if (file.startsWith('web/') && !isTest(file) && builtinModules.includes(name))
        problems.push(`${file}: web imports ${target}`)
      continue
    }
    if (/\.(css|svg|json|woff2)$/.test(own)) continue
    const wrong = verdict(file, own, match[0].trim())
    if (wrong) problems.push(`${file} -> ${own}: ${wrong}`)
    if (!match[0].trim().startsWith('import type') && match[1]) edges.push(own)
  }
  graph.set(file, edges)
}

const done = new Set()
function walk(file, path) {
  if (path.includes(file))
    problems.push(`circle: ${[...path.slice(path.indexOf(file)), file].join(' -> ')}`)
  else if (!done.has(file)) {
    for (const next of graph.get(file) ?? []) walk(next, [...path, file])
    done.add(file)
  }
}
for (const file of graph.keys()) walk(file, [])

for (const problem of problems) console.error(problem)
if (problems.length) process.exit(1)
console.log(`Arrows: ${graph.size} files, none points the wrong way.`)
