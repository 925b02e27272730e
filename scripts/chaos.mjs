// Everything that goes wrong, for as long as one likes: npm run chaos -- [name] [seconds]; without a
// name all, one after the other.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { install, node, root, run } from './toolchain.mjs'

/** Each script is the tests of a file in tests/chaos whose names begin with its name. */
const scripts = new Map()
const folder = 'tests/chaos'
for (const file of readdirSync(join(root, folder))
  .filter((name) => name.endsWith('.test.ts'))
  .sort()) {
  const text = readFileSync(join(root, folder, file), 'utf8')
  for (const [, name, about] of text.matchAll(/^test(?:\.\w+\(.+?\))?\('([a-z-]+): (.+?)'/gm))
    if (!scripts.has(name)) scripts.set(name, { file, about })
}
const words = process.argv.slice(2)
const seconds = words.find((word) => /^\d+$/.test(word))
const names = words.filter((word) => word !== seconds)
const unknown = names.filter((name) => !scripts.has(name))
if (unknown.length || words.includes('list')) {
  for (const [name, { about }] of scripts) console.log(`${name.padEnd(18)}${about}`)
  process.exit(words.includes('list') ? 0 : 2)
}
/** Fuzzing finds what is rare. */
const default_seconds = { files: '600' }
install()
let code = 0
for (const name of names.length ? names : scripts.keys()) {
  console.log(`\n=== ${name}: ${scripts.get(name).about}`)
  code =
    run(
      node(),
      [
        join(root, 'node_modules', 'vitest', 'vitest.mjs'),
        'run',
        `${folder}/${scripts.get(name).file}`,
        '-t',
        `^${name}: `,
      ],
      { CHAOS_SECONDS: seconds ?? default_seconds[name] ?? '30' },
    ) || code
}
process.exit(code)
