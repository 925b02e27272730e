import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiCallError, type CallResult, type Client, createClient } from '#client/index.ts'
import { errors, isErrorCode } from '#contract/errors.ts'
import { type Command, printLine } from './command.ts'
import { parseOptions } from './parse-options.ts'

type Run = CallResult<'people_sync.get_run'>

const uploadTimeoutMs = 300_000
/** The first wait between two requests for the state of a run. Each further one is twice as long. */
const pollIntervalMinMs = 100
const pollIntervalMaxMs = 1_000
/** The longest wait for the end of a run. */
const waitMaxMs = 3_600_000
/** The most rows and people that are listed; the interface shows the others. */
const listedMax = 20

const describeCode = (code: string | null) =>
  code !== null && isErrorCode(code) ? errors[code].text : (code ?? '')

/** Waits until a run has ended or needs a decision. Returns its last state. */
async function waitForRun(client: Client, run: Run): Promise<Run> {
  let current = run
  const until = Date.now() + waitMaxMs
  let intervalMs = pollIntervalMinMs
  while (['checking', 'applying'].includes(current.state) && Date.now() < until) {
    await sleep(intervalMs)
    intervalMs = Math.min(intervalMs * 2, pollIntervalMaxMs)
    current = await client.call('people_sync.get_run', { params: { id: run.id } })
  }
  return current
}

/** Prints the first differences of a run with one of these outcomes. */
async function printChanges(
  client: Client,
  id: string,
  outcomes: ('refused' | 'missing' | 'deactivated')[],
): Promise<void> {
  for (const outcome of outcomes) {
    let listed = 0
    for await (const { line, name, email, code } of client.items('people_sync.changes', {
      params: { id },
      query: { outcome, limit: listedMax + 1 },
    })) {
      if (listed === listedMax) {
        printLine('  …')
        break
      }
      listed += 1
      printLine(
        `  ${outcome}${line === null ? '' : `, line ${line}`}: ${name || email}${code === null ? '' : `: ${describeCode(code)}`}`,
      )
    }
  }
}

/** Prints the outcome of a run, and what an administrator has to decide. Returns the exit code. */
async function printRun(client: Client, run: Run, runsUrl: string): Promise<number> {
  const { id, state, code, counts, rows } = run
  if (state === 'failed') {
    printLine(`Failed: ${describeCode(code)}. Nobody was changed.`)
    return 1
  }
  if (state === 'discarded') {
    printLine('Discarded: an administrator or a newer file ended the run. Nobody was changed.')
    return 1
  }
  printLine(
    Object.entries({ rows, ...counts })
      .map(([outcome, count]) => `${outcome} ${count}`)
      .join(', '),
  )
  if (counts.refused) await printChanges(client, id, ['refused'])
  if (state === 'finished') return 0
  if (state === 'waiting') {
    printLine(`Nothing was changed yet. Apply or discard the run at ${runsUrl}`)
    return 0
  }
  if (state !== 'stopped') {
    printLine(`The run has not ended within an hour. Its progress is at ${runsUrl}`)
    return 1
  }
  printLine(`Stopped: ${describeCode(code)}. Apply or discard the run at ${runsUrl}`)
  await printChanges(client, id, ['missing', 'deactivated'])
  return 1
}

/** Sends a file of people, waits for its run and prints the outcome. Returns the exit code. */
async function uploadPeople(
  { url, token, path }: { url: string; token: string; path: string },
  { coverage, dryRun }: { coverage: 'full' | 'partial'; dryRun: boolean },
): Promise<number> {
  const client = createClient({ url, token })
  const sent = await client.call('people_sync.upload', {
    query: { coverage, dry_run: dryRun ? 'true' : 'false' },
    file: new File([await openAsBlob(path)], basename(path)),
    timeoutMs: uploadTimeoutMs,
  })
  const runUrl = new URL(`/settings/team/sync/${sent.id}`, url).href
  try {
    return await printRun(client, await waitForRun(client, sent), runUrl)
  } catch (error) {
    if (!(error instanceof ApiCallError && error.has('scope_missing'))) throw error
    printLine(`Sent. The token has no scope team:read, so the outcome is only at ${runUrl}`)
    return 0
  }
}

export const uploadPeopleCommand: Command = {
  name: 'upload-people',
  usage: [
    {
      args: '<file> [--partial] [--dry-run]',
      description:
        'send a file of people to the server at LAUREL_URL with the access token in LAUREL_TOKEN, and wait for the outcome',
    },
  ],
  needs: 'nothing',
  parse(args) {
    const parsed = parseOptions(args, ['partial', 'dry-run'], 1)
    const [path] = parsed?.positionals ?? []
    if (!parsed || !path) return undefined
    return async () => {
      const { LAUREL_URL: url, LAUREL_TOKEN: token } = process.env
      if (!url || !token) throw new Error('LAUREL_URL and LAUREL_TOKEN must be set.')
      if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
        throw new Error(`LAUREL_URL: expected an http or https address, got "${url}"`)
      if (!(await stat(path)).isFile()) throw new Error(`${path} is not a file.`)
      try {
        return await uploadPeople(
          { url, token, path },
          {
            coverage: parsed.options.has('partial') ? 'partial' : 'full',
            dryRun: parsed.options.has('dry-run'),
          },
        )
      } catch (error) {
        if (!(error instanceof ApiCallError)) throw error
        throw new Error(
          error.errors.map(({ code, message }) => `${message} (${code})`).join('\n'),
          { cause: error },
        )
      }
    }
  },
}
