// What is known against the packages that are shipped, as the registry's audit service says, and a
// list of them all (SBOM) in .cache/sbom.json. Ends with 0 when nothing grave is known, 1 when
// something is, 2 when the service did not answer: not checked. In CI (CI=true) not checked is a
// failure, 1, unless AUDIT_UNCHECKED=allow: then 2 as well.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './toolchain.mjs'

const npm = (...args) =>
  spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    maxBuffer: 64 * 1024 * 1024,
    timeout: 60_000,
  })
const isCi = /^(true|1)$/i.test(process.env.CI ?? '')
const json = (text) => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const list = npm('sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only')
const sbom = json(list.stdout)
if (!sbom?.components) {
  console.error(
    `npm could not list the packages: ${list.stderr || list.stdout || list.error?.message}`,
  )
  process.exit(1)
}
const file = join(root, '.cache', 'sbom.json')
mkdirSync(join(root, '.cache'), { recursive: true })
writeFileSync(file, list.stdout)
console.log(
  `${sbom.components.length} packages are shipped: .cache/sbom.json (CycloneDX ${sbom.specVersion})`,
)

// Without the service npm answers with an error instead of counts.
const audit = json(
  npm(
    'audit',
    '--omit=dev',
    '--audit-level=high',
    '--json',
    '--fetch-retries=0',
    '--fetch-timeout=15000',
  ).stdout,
)
const counts = audit?.metadata?.vulnerabilities
if (!counts) {
  console.log(
    'NOT CHECKED: the audit service of the registry did not answer, so nothing is known about these packages today.',
  )
  const allowed = process.env.AUDIT_UNCHECKED === 'allow'
  if (isCi && !allowed)
    console.error(
      'In CI this is a failure. Where the registry has no audit service, AUDIT_UNCHECKED=allow lets it pass.',
    )
  process.exit(isCi && !allowed ? 1 : 2)
}
for (const [name, { severity, via }] of Object.entries(audit.vulnerabilities)) {
  console.log(
    `${severity}: ${name} ${via.map((one) => (typeof one === 'string' ? `by ${one}` : `${one.title} ${one.url}`)).join('; ')}`,
  )
}
const grave = counts.high + counts.critical
console.log(
  grave
    ? `${grave} packages with something grave known against them`
    : `Nothing grave is known; ${counts.moderate + counts.low} lesser findings`,
)
process.exit(grave ? 1 : 0)
