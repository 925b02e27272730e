import { findFreePort } from '#server/platform/net/free-port.ts'
import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'
import { embeddedOwnerUrl } from '#tests/support/embedded-database.ts'
import { hashToken, newId, newToken } from '#server/platform/ids.ts'
import { withClient } from '#tests/support/database.ts'
import { makeDataDir, removeDataDir } from '#tests/support/temporary-folders.ts'

const projectRoot = fileURLToPath(new URL('../../..', import.meta.url))

export type AppUnderTest = {
  url: string
  log: () => string
  /** URL of its database as the schema owner, for data that would take thousands of calls. */
  ownerUrl: () => string
  /**
   * Runs a command of the operator beside the running server. Returns its output and throws when it
   * fails.
   */
  runCli(...words: string[]): Promise<string>
  /** Stops the server cleanly, or (`SIGKILL`) like a power cut. Later calls do nothing. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

/** Returns the settings of a tested product with its own data folder, at a free port unless given. */
export async function readTestEnvironment(
  dataDir: string,
  env: Record<string, string>,
): Promise<Record<string, string | undefined> & { PORT: string }> {
  const { DATABASE_URL: _, ...rest } = process.env
  return {
    ...rest,
    NODE_ENV: 'development',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    // As in `npm start`: a start takes 1.2 s instead of 1.5 s.
    NODE_COMPILE_CACHE: join(projectRoot, 'node_modules', '.cache', 'compiled'),
    RATE_LIMITS: 'off',
    STOP_WITH_PARENT: 'on',
    ...env,
    PORT: env['PORT'] ?? String(await findFreePort()),
  }
}

/** Runs a command of the operator with the settings of a product. Returns its output. */
export const runCliWith = async (
  env: Record<string, string | undefined>,
  words: string[],
): Promise<string> =>
  (
    await promisify(execFile)(process.execPath, ['server/cli/index.ts', ...words], {
      cwd: projectRoot,
      env,
    })
  ).stdout

/**
 * Starts the product like `npm start` on a fresh database, or with DATABASE_URL on the database of
 * another one.
 */
export async function startApp(env: Record<string, string> = {}): Promise<AppUnderTest> {
  const dataDir = makeDataDir('laurel-e2e-')
  const settings = await readTestEnvironment(dataDir, env)
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: projectRoot,
    env: settings,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  const ready = new Promise<void>((resolve, reject) => {
    const onOutput = (chunk: Buffer) => {
      log += chunk.toString()
      if (log.includes('Laurel is ready')) resolve()
    }
    child.stdout.on('data', onOutput)
    child.stderr.on('data', onOutput)
    child.on('exit', (code) => reject(new Error(`the server ended with ${code}: ${log}`)))
  })
  await ready
  return {
    url: `http://localhost:${settings.PORT}`,
    log: () => log,
    ownerUrl: () => env['DATABASE_URL'] ?? embeddedOwnerUrl(dataDir),
    runCli: (...words) => runCliWith(settings, words),
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = new Promise((resolve) => child.once('exit', resolve))
        child.kill(signal)
        await ended
      }
      await removeDataDir(dataDir)
    },
  }
}

/** Runs `work` with another TMPDIR. */
async function withTmpdir<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const shared = process.env['TMPDIR']
  process.env['TMPDIR'] = folder
  try {
    return await work()
  } finally {
    if (shared === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = shared
  }
}

/**
 * Unpacks Chromium into .cache of this checkout, because the package unpacks into TMPDIR. The final
 * rename is atomic: two test files start at once, and a binary still being written cannot run.
 */
async function unpackChromium(unpack: () => Promise<string>): Promise<string> {
  const cache = join(projectRoot, '.cache')
  const { devDependencies } = JSON.parse(
    readFileSync(join(projectRoot, 'package.json'), 'utf8'),
  ) as {
    devDependencies: Record<string, string>
  }
  const cachedFolder = join(cache, `chromium-${devDependencies['@sparticuz/chromium']}`)
  if (!existsSync(cachedFolder)) {
    mkdirSync(cache, { recursive: true })
    const unpackFolder = mkdtempSync(`${cachedFolder}-`)
    await withTmpdir(unpackFolder, unpack)
    try {
      renameSync(unpackFolder, cachedFolder)
    } catch {
      // Another process was first.
      rmSync(unpackFolder, { recursive: true })
    }
  }
  return withTmpdir(cachedFolder, unpack)
}

/** Starts a browser, a second time if it crashes at its start, as Chromium rarely does. */
const launchTwice = (options: LaunchOptions): Promise<Browser> =>
  chromium.launch(options).catch(() => chromium.launch(options))

/**
 * Starts a browser with its own temporary folder for its socket and profile, which is removed with
 * it, or at the end of this process.
 */
async function launchBrowser(executablePath: string, args: string[]): Promise<Browser> {
  const folder = mkdtempSync(join(tmpdir(), 'laurel-browser-'))
  const remove = () =>
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  try {
    const browser = await withTmpdir(folder, () =>
      launchTwice({ executablePath, args, env: { ...process.env, TMPDIR: folder } }),
    )
    browser.once('disconnected', remove)
    process.once('exit', remove)
    return browser
  } catch (error) {
    remove()
    throw error
  }
}

/**
 * Starts Chromium from CHROMIUM_PATH, or the one of the npm package, with arguments for its command
 * line.
 */
export async function startBrowser(extraArgs: string[] = []): Promise<Browser> {
  const ownArgs = [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-sandbox',
    '--disable-gpu',
    ...extraArgs,
  ]
  const cachedFolder = process.env['CHROMIUM_PATH']
  if (cachedFolder) return launchBrowser(cachedFolder, ownArgs)
  const { default: packaged } = await import('@sparticuz/chromium')
  const args = packaged.args.filter(
    (arg) =>
      !/single-process|no-zygote|headless|user-data-dir|web-security|insecure|isolation|IsolateOrigins/.test(
        arg,
      ),
  )
  return launchBrowser(await unpackChromium(() => packaged.executablePath()), [...args, ...ownArgs])
}

type SentMail = { to: string; subject: string; text: string; sent_at: string }
/** Returns the mails to an address from the development mailbox, newest first. */
export async function listMailsTo(product: AppUnderTest, to: string): Promise<SentMail[]> {
  const response = await fetch(`${product.url}/dev/mailbox/messages?to=${encodeURIComponent(to)}`)
  return (await response.json()) as SentMail[]
}
/** Polls until the result is truthy, for at most 15 seconds. */
export async function waitFor<T>(
  condition: () => Promise<T | undefined | null | false>,
  seconds = 15,
): Promise<T> {
  const until = Date.now() + seconds * 1_000
  for (;;) {
    const found = await condition()
    if (found) return found
    if (Date.now() > until) throw new Error(`did not happen within ${seconds} seconds`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
export async function latestCode(product: AppUnderTest, to: string, after = ''): Promise<string> {
  const mail = await waitFor(async () =>
    (await listMailsTo(product, to)).find(
      (one) => /^\d{6}/.test(one.subject) && one.sent_at > after,
    ),
  )
  return mail.subject.slice(0, 6)
}

/** Calls the API. Returns the response body, and throws with the status when refused. */
export async function callApi<T>(
  product: Pick<AppUnderTest, 'url'>,
  method: string,
  path: string,
  token: string | null,
  body?: unknown,
): Promise<T> {
  const response = await fetch(`${product.url}/api${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: body === undefined ? null : JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return (text ? JSON.parse(text) : undefined) as T
}

type SignedIn = { access_token: string }
/**
 * Creates the temporary token that a verified code gives, and the account of a new address. The
 * journeys of signing in enter the mailed code instead.
 */
async function createTemporaryToken(product: AppUnderTest, email: string): Promise<string> {
  const at = new Date()
  const token = newToken()
  await withClient(product.ownerUrl(), async (client) => {
    await client.query(
      'insert into accounts (id, email, created_at) values ($1, $2, $3) on conflict do nothing',
      [newId(at), email, at],
    )
    await client.query(
      `insert into sessions (id, token_hash, account_id, kind, created_at, seen_at, expires_at,
        proven_at) select $1, $2, id, 'temporary', $3, $3, $3::timestamptz + interval '10 minutes', $3
        from accounts where email = $4`,
      [newId(at), hashToken(token), at, email],
    )
  })
  return token
}
/** Returns the token of a new session in the first team of an address. */
export async function createSession(product: AppUnderTest, email: string): Promise<string> {
  const temporary = await createTemporaryToken(product, email)
  const [workspace] = await callApi<{ id: string }[]>(product, 'GET', '/auth/workspaces', temporary)
  return (
    await callApi<SignedIn>(product, 'POST', '/auth/session', temporary, {
      workspace_id: workspace?.id,
    })
  ).access_token
}

/** Creates a team with its demo data through the API. Returns the session of its creator. */
export async function createTeam(
  product: AppUnderTest,
  email: string,
  name: string,
): Promise<string> {
  const temporary = await createTemporaryToken(product, email)
  const { access_token: accessToken } = await callApi<SignedIn>(
    product,
    'POST',
    '/auth/workspaces',
    temporary,
    {
      name,
      timezone: 'UTC',
      language: 'en',
    },
  )
  await callApi(product, 'PUT', '/profiles/me', accessToken, {
    first_name: 'Ada',
    last_name: 'Lovelace',
  })
  return accessToken
}
