// Actions of a hostile file inside the sandbox, for sandbox.test.ts.
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveSandbox } from '#server/platform/sandbox/child.ts'
import { throwRefusal } from '#server/platform/errors.ts'

const outcomeOf = (work: () => unknown) => {
  try {
    work()
    return 'done'
  } catch (error) {
    return (error as { code?: string }).code ?? 'error'
  }
}
const tryToConnect = (port: number) =>
  new Promise<string>((resolve) => {
    try {
      connect({ port, host: '127.0.0.1' }, () => resolve('done')).once(
        'error',
        (error: { code?: string }) => resolve(error.code ?? 'error'),
      )
    } catch (error) {
      resolve((error as { code?: string }).code ?? 'error')
    }
  })

const retained: unknown[] = []
const sandboxActions: Record<string, () => unknown> = {
  loop() {
    for (;;) retained.length = 0
  },
  heap() {
    for (;;) retained.push(Array.from({ length: 10_000 }, () => ({})))
  },
  memory() {
    for (;;) retained.push(Buffer.alloc(10_000_000, 1))
  },
  crash: () => process.abort(),
  exit: () => process.exit(0),
  throw() {
    throw new Error('broken')
  },
  refuse: () => throwRefusal('out_of_range', { field: 'file', params: { start: 1, finish: 5 } }),
  garbage: () => process.stdout.write(Buffer.alloc(100, 0xff)),
}

await serveSandbox<{ act: string; secret?: string; port?: number }>(async function* (
  file,
  { act, secret = '', port = 0 },
) {
  if (act === 'look') {
    yield Buffer.from(
      JSON.stringify({
        file: Buffer.from(file).toString(),
        env: process.env,
        cwd: process.cwd(),
        read: outcomeOf(() => readFileSync(secret)),
        write: outcomeOf(() => writeFileSync(join(tmpdir(), 'sandbox-was-here'), '')),
        connect: await tryToConnect(port),
      }),
    )
    return
  }
  if (act === 'large') yield Buffer.alloc(2_000_000)
  yield Buffer.from('first')
  await sandboxActions[act]?.()
  yield Buffer.from('second')
})
