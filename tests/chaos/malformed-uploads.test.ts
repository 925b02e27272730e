import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import writeXlsx from 'write-excel-file/node'
import { buildRequest } from '#client/build-request.ts'
import { errors, isErrorCode } from '#contract/errors.ts'
import { routes } from '#contract/routes/index.ts'
import { movableClock } from '#server/platform/clock.ts'
import { connectDatabase } from '#server/platform/database/database.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { makeTeam, type Team } from '#tests/support/factories.ts'
import { waitUntil } from '#tests/support/wait-until.ts'
import { embeddedOwnerUrl } from '#tests/support/embedded-database.ts'
import { peopleSheetXml, buildWorkbook } from '#tests/support/xlsx-files.ts'
import { findFreePort } from '#server/platform/net/free-port.ts'
import { createDataFolder, canListProcesses, type Server, startServer } from './server.ts'
import { reportMeasurement, durationSeconds } from './duration.ts'
import { mutateBytes, makeOddWorkbook, type RandomSource, createRandom } from './file-mutations.ts'

/**
 * Mutated, truncated, spliced and random lists and pictures are uploaded to a real server. It never
 * crashes, always answers with a code of the contract, serves other workspaces, and leaves no file
 * and no process behind.
 */
const { dataDir, remove } = createDataFolder()
const temporary = join(dataDir, 'tmp')
let server: Server
let uploadingTeams: Team[]
let temporaryBefore: string[]
let other: Team
let samples: { lists: [Buffer, ...Buffer[]]; pictures: [Buffer, ...Buffer[]] }

beforeAll(async () => {
  mkdirSync(temporary, { mode: 0o777 })
  server = startServer(dataDir, await findFreePort(), { TMPDIR: temporary })
  await server.ready
  const db = connectDatabase({ url: embeddedOwnerUrl(dataDir), maxConnections: 2 })
  const t = { clock: movableClock(new Date()), services: { db } } as unknown as TestApp
  uploadingTeams = [await makeTeam(t), await makeTeam(t), await makeTeam(t)]
  other = await makeTeam(t)
  await db.close()
  temporaryBefore = readdirSync(temporary)
  const image = sharp({ create: { width: 60, height: 40, channels: 4, background: '#3b7dd8' } })
  const rows = [
    ['Email', 'Name'],
    ['ada@example.test', 'Ada'],
    ['bob@example.test', 'Bob'],
  ]
  samples = {
    lists: [
      await writeXlsx(rows.map((row) => row.map((value) => ({ value }))) as never).toBuffer(),
      Buffer.from('Email,Name\nada@example.test,"Ada ""A"" King"\n'),
      Buffer.from('\uFEFFПочта;Имя\nada@example.test;Ада', 'utf16le'),
      buildWorkbook(peopleSheetXml()),
    ],
    pictures: [
      await image.clone().png({ progressive: true }).toBuffer(),
      await image
        .clone()
        .jpeg({ progressive: true })
        .withExif({ IFD0: { Copyright: 'x' } })
        .toBuffer(),
      await image.clone().webp().toBuffer(),
      await image.clone().gif().toBuffer(),
    ],
  }
})
afterAll(async () => {
  await server?.stop()
  await remove()
})

/** Returns the running child processes of a process. */
const childrenOf = (pid: number) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return (
          Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1]) === pid &&
          /list-worker\.ts|picture-worker\.ts/.test(readFileSync(`/proc/${name}/cmdline`, 'utf8'))
        )
      } catch {
        return false
      }
    })

async function upload(
  name: 'imports.create' | 'profiles.avatar',
  file: Buffer,
  token: string,
): Promise<{ status: number; code: string }> {
  const { url, ...request } = buildRequest(routes[name], {
    token,
    file: new Blob([new Uint8Array(file)]),
  })
  const response = await fetch(server.url + url, {
    ...request,
    signal: AbortSignal.timeout(120_000),
  })
  const body = (await response.json()) as { errors?: { code: string }[] }
  return { status: response.status, code: body.errors?.[0]?.code ?? '' }
}
const get = (path: string) =>
  fetch(`${server.url}/api${path}`, {
    headers: { authorization: `Bearer ${other.admin.token}` },
    signal: AbortSignal.timeout(60_000),
  })

function makeNextFile(random: RandomSource): {
  name: 'imports.create' | 'profiles.avatar'
  file: Buffer
} {
  if (random.below(2))
    return {
      name: 'profiles.avatar',
      file: mutateBytes(random, random.pick(samples.pictures), random.pick(samples.pictures)),
    }
  return {
    name: 'imports.create',
    file: random.below(2)
      ? makeOddWorkbook(random)
      : mutateBytes(random, random.pick(samples.lists), random.pick(samples.lists)),
  }
}

const allowedErrors = {
  'imports.create': new Set<string>([
    ...routes['imports.create'].errors,
    'too_many',
    'unavailable',
  ]),
  'profiles.avatar': new Set<string>([
    ...routes['profiles.avatar'].errors,
    'too_many',
    'unavailable',
  ]),
}
const uploadSeconds = durationSeconds(6)

test(
  'files: malformed uploads are refused by the contract and not kept',
  { timeout: (uploadSeconds + 300) * 1_000 },
  async () => {
    const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000)
    const end = performance.now() + uploadSeconds * 1_000
    const counts = new Map<string, number>()
    let [otherUploads, slowest] = [0, 0]
    async function attack(client: number): Promise<void> {
      for (let n = 0; n < 5 || performance.now() < end; n += 1) {
        const { name, file } = makeNextFile(createRandom(seed + client * 1_000_003 + n))
        const { status, code } = await upload(name, file, uploadingTeams[client]?.admin.token ?? '')
        const say = `FUZZ_SEED=${seed}: client ${client}, file ${n}, ${name}`
        if (status !== 200)
          expect(
            isErrorCode(code) && errors[code].status === status && allowedErrors[name].has(code),
            `${say}: ${status} ${code}`,
          ).toBe(true)
        counts.set(
          `${name} ${code || 'taken'}`,
          (counts.get(`${name} ${code || 'taken'}`) ?? 0) + 1,
        )
      }
    }
    let isDone = false
    const watched = (async () => {
      while (!isDone) {
        const from = performance.now()
        expect((await get('/config')).status).toBe(200)
        slowest = Math.max(slowest, performance.now() - from)
        otherUploads += 1
        await new Promise((resolve) => {
          setTimeout(resolve, 100)
        })
      }
    })()
    await Promise.all(uploadingTeams.map((_, client) => attack(client))).finally(() => {
      isDone = true
    })
    await watched
    expect(otherUploads).toBeGreaterThan(2)
    for (const [outcome, count] of [...counts].toSorted((a, b) => a[0].localeCompare(b[0])))
      reportMeasurement(outcome, count)
    reportMeasurement('calls of another workspace', otherUploads)
    reportMeasurement('the slowest of them, ms', slowest)
    // Uploads of another workspace still succeed.
    expect((await upload('imports.create', samples.lists[0], other.admin.token)).status).toBe(200)
    expect((await upload('profiles.avatar', samples.pictures[0], other.admin.token)).status).toBe(
      200,
    )
    expect([
      server.child.exitCode,
      server.child.signalCode,
      server.log().includes('"fault"'),
    ]).toEqual([null, null, false])
    if (canListProcesses) expect(childrenOf(server.child.pid ?? 0)).toEqual([])
    expect(readdirSync(temporary)).toEqual(temporaryBefore)
    const kept = readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => one.name)
    expect(kept.filter((name) => !/^[0-9a-f]{32}\.webp$/.test(name))).toEqual([])
  },
)

test.skipIf(!canListProcesses)(
  'files: a killed server leaves no sandbox process behind',
  { timeout: 120_000 },
  async () => {
    const slow = upload('imports.create', Buffer.alloc(1_000_000, '\n'), other.admin.token).catch(
      () => null,
    )
    const pid = server.child.pid ?? 0
    await waitUntil('a process reads', () => childrenOf(pid).length > 0)
    const children = childrenOf(pid)
    await server.kill()
    await slow
    await waitUntil(
      'no process reads',
      () => children.every((child) => !readdirSync('/proc').includes(child)),
      60_000,
    )
  },
)
