import { spawn } from 'node:child_process'
import { waitUntil } from '#tests/support/wait-until.ts'

export type Program = { stop: () => Promise<void> }
type ProgramOptions = {
  command: string
  args: readonly string[]
  env?: Record<string, string>
  /** The address that answers once the program is ready. */
  url: string
}

/** Starts a program and waits until it answers by HTTP. Throws with its output when it ends. */
export async function startProgram({ command, args, env, url }: ProgramOptions): Promise<Program> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-10_000)
    })
  let hasEnded = false
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      hasEnded = true
      resolve()
    }
    child.once('exit', end).once('error', end)
  })
  await waitUntil(`${command} answers`, async () => {
    if (hasEnded) throw new Error(`${command} ended:\n${output}`)
    return fetch(url).then(
      () => true,
      () => false,
    )
  })
  return {
    async stop() {
      child.kill()
      await ended
    },
  }
}
