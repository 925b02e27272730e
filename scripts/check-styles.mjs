// Checks the style sheets of the web: every class that a component names exists, every class of a
// module is used, and text has one of the six sizes and three weights of web/app/styles.css.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './toolchain.mjs'

const files = readdirSync(join(root, 'web'), { recursive: true, encoding: 'utf8' }).map(
  (name) => `web/${name}`,
)
const read = (file) => readFileSync(join(root, file), 'utf8')
const problems = []

/** Returns the names of the classes that a module defines. */
function classNames(css) {
  const selectors = css
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/:global\([^)]*\)/g, '')
    .replaceAll(/:[^;{}]*;/g, '')
  return new Set([...selectors.matchAll(/\.([a-z_][\w-]*)/gi)].map(([, name]) => name))
}

const sizePattern = /font-size:(?!\s*(?:var\(--(?:text|emoji)-|inherit|clamp\(|\d*\.?\d+em))[^;]+;/g
const weightPattern = /font-weight:(?!\s*(?:400|550|650|inherit))[^;]+;/g
const modules = new Map()
for (const file of files.filter((name) => name.endsWith('.css'))) {
  const css = read(file)
  for (const [found] of [...css.matchAll(sizePattern), ...css.matchAll(weightPattern)])
    problems.push(`${file}: "${found}" is none of the sizes and weights of web/app/styles.css`)
  if (file.endsWith('.module.css')) modules.set(file, { names: classNames(css), used: new Set() })
}

const importPattern = /import (\w+) from '([^']+\.module\.css)'/g
for (const file of files.filter((name) => /\.tsx?$/.test(name))) {
  const text = read(file)
  for (const [, variable, target] of text.matchAll(importPattern)) {
    const path = target.startsWith('#') ? target.slice(1) : join(dirname(file), target)
    const module = modules.get(path)
    for (const [, name] of text.matchAll(new RegExp(`\\b${variable}\\[\\s*'([^']+)'`, 'g'))) {
      if (!module?.names.has(name)) problems.push(`${file}: ${path} has no class ${name}`)
      module?.used.add(name)
    }
  }
}
for (const [file, { names, used }] of modules)
  for (const name of names)
    if (!used.has(name)) problems.push(`${file}: no component uses the class ${name}`)

for (const problem of problems) console.error(problem)
if (problems.length) process.exit(1)
console.log(`Styles: ${modules.size} modules have no missing and no unused class.`)
