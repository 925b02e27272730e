import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Refusal } from '#server/platform/errors.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { createSandbox } from './sandbox.ts'

const lines: string[] = []
const log = createLog('info', {
  write: (line: string) => {
    lines.push(line)
  },
})
const options = {
  name: 'test',
  entry: new URL('../../../tests/support/sandbox-child.ts', import.meta.url),
  heap_mb: 64,
  memory_mb: 400,
  timeout_ms: 8_000,
  frameBytesMax: 1_000_000,
  maxConcurrent: 2,
  maxConcurrentPerKey: 2,
  maxWaiting: 5,
  maxWaitingPerKey: 5,
  waitMs: 60_000,
}
const sandbox = createSandbox(options)
/** For a process that never ends: the tests wait until its time is over. */
const shortSandbox = createSandbox({ ...options, timeout_ms: 1_500 })
const sandboxOf = ({ act }: Params) => (act === 'loop' ? shortSandbox : sandbox)
type Params = { act: string; secret?: string; port?: number; early?: boolean }
/** The actions of a child in its first frame; `late` ones follow it, so two frames are read. */
const run = (params: Params, frames = 2) =>
  sandboxOf(params).run(
    { workspace_id: 'test', file: Buffer.from('the file'), params, log },
    async (next) => {
      const all: string[] = []
      while (all.length < frames) all.push((await next()).toString())
      return all
    },
  )
const refusalOf = (params: Params) =>
  run(params).then(
    () => null,
    (error: unknown) => (error instanceof Refusal ? error.list : error),
  )
/** Returns the running child processes of a process. */
const childrenOf = (pid: number) =>
  existsSync('/proc')
    ? readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .filter((name) => {
          try {
            return (
              Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1]) === pid &&
              readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('sandbox-child')
            )
          } catch {
            return false
          }
        })
    : []
const unreadable = [{ code: 'file_unreadable', field: 'file' }]

test.each(['loop', 'heap', 'memory', 'crash', 'exit', 'throw', 'garbage', 'large'])(
  'refuses the file when the process ends by %s',
  async (act) => {
    expect(await refusalOf({ act })).toEqual(unreadable)
    const load = sandboxOf({ act }).load()
    expect([load, childrenOf(process.pid)]).toEqual([{ running: 0, waiting: 0 }, []])
    expect(await run({ act: 'none' })).toEqual(['first', 'second'])
  },
)

test('passes a refusal of the process on with its parameters', async () => {
  expect(await refusalOf({ act: 'refuse' })).toEqual([
    { code: 'out_of_range', field: 'file', params: { start: 1, finish: 5 } },
  ])
})

test('gives the process its file but no settings, data or network', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'laurel-sandbox-'))
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => {
    delete process.env['LAUREL_TEST_SECRET']
    rmSync(folder, { recursive: true })
    server.close()
  })
  await new Promise((resolve) => {
    server.once('listening', resolve)
  })
  const secret = join(folder, 'secret')
  writeFileSync(secret, 'secret')
  process.env['LAUREL_TEST_SECRET'] = 'secret'
  const [seen = ''] = await run(
    { act: 'look', secret, port: (server.address() as { port: number }).port },
    1,
  )
  const { env, ...rest } = JSON.parse(seen) as { env: Record<string, string> }
  expect(Object.keys(env).filter((name) => name !== 'SystemRoot')).toEqual([])
  expect(rest).toEqual({
    file: 'the file',
    cwd: '/',
    read: 'ERR_ACCESS_DENIED',
    write: 'ERR_ACCESS_DENIED',
    connect: 'ERR_ACCESS_DENIED',
  })
})

test('ends the process when the consumer throws', async () => {
  await expect(
    sandbox.run(
      { workspace_id: 'test', file: Buffer.from('x'), params: { act: 'loop' }, log },
      async (next) => {
        await next()
        throw new Error('database')
      },
    ),
  ).rejects.toThrow('database')
  expect(childrenOf(process.pid)).toEqual([])
})

test('counts and logs failures by reason, without file contents', async () => {
  lines.length = 0
  await refusalOf({ act: 'loop' })
  await refusalOf({ act: 'throw' })
  expect(
    lines.map((line) => {
      const { workspace, kind, reason, msg } = JSON.parse(line) as Record<string, string>
      return { workspace, kind, reason, msg }
    }),
  ).toEqual([
    { workspace: 'test', kind: 'test', reason: 'time', msg: 'file not read' },
    { workspace: 'test', kind: 'test', reason: 'crashed', msg: 'file not read' },
  ])
  expect(shortSandbox.failures.get('time')).toBeGreaterThan(0)
})
