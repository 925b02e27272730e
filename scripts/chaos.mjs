// Runs the fault-injection tests: npm run chaos -- [name...] [seconds]. Without a name it runs all
// in sequence. `list` prints the names.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installPackages, findNode, root, run } from './toolchain.mjs'

/** A scenario is the group of tests in tests/chaos whose names begin with `<scenario>: `. */
const scenarios = new Map()
const folder = 'tests/chaos'
for (const file of readdirSync(join(root, folder))
  .filter((name) => name.endsWith('.test.ts'))
  .sort()) {
  const source = readFileSync(join(root, folder, file), 'utf8')
  for (const [, name, about] of source.matchAll(/^(?:test\b|\]).*\(\s*'([a-z-]+): ([^']+)'/gm))
    if (!scenarios.has(name)) scenarios.set(name, { file, about })
}
const args = process.argv.slice(2)
const seconds = args.find((arg) => /^\d+$/.test(arg))
const names = args.filter((arg) => arg !== seconds)
const unknown = names.filter((name) => !scenarios.has(name))
if (unknown.length || args.includes('list')) {
  for (const [name, { about }] of scenarios) console.log(`${name.padEnd(18)}${about}`)
  process.exit(args.includes('list') ? 0 : 2)
}
/** Fuzzing needs longer runs to reach rare inputs. */
const defaultSeconds = { files: '600' }
installPackages()
let exitCode = 0
for (const name of names.length ? names : scenarios.keys()) {
  console.log(`\n=== ${name}: ${scenarios.get(name).about}`)
  exitCode =
    run(
      findNode(),
      [
        join(root, 'node_modules', 'vitest', 'vitest.mjs'),
        'run',
        `${folder}/${scenarios.get(name).file}`,
        '-t',
        `^${name}: `,
      ],
      { CHAOS_SECONDS: seconds ?? defaultSeconds[name] ?? '30' },
    ) || exitCode
}
process.exit(exitCode)
