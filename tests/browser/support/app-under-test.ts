import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'
import { embeddedOwnerUrl } from '#tests/support/embedded-database.ts'
import { makeDataDir, removeDataDir } from '#tests/support/temporary-folders.ts'

const projectRoot = fileURLToPath(new URL('../../..', import.meta.url))

export type AppUnderTest = {
  url: string
  log: () => string
  /**
   * The address of its database, as the schema's owner: for making what would take thousands of
   * calls.
   */
  ownerUrl: () => string
  /**
   * Runs a command of the operator beside the running server; answers what it prints, throws when
   * it fails.
   */
  runCli(...words: string[]): Promise<string>
  /** Ends it in order, or (`SIGKILL`) as a power cut does. Once is enough. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

export function findFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/**
 * The product as `npm start` runs it, on a fresh database of its own; beside another one on the
 * same, with its DATABASE_URL.
 */
export async function startApp(env: Record<string, string> = {}): Promise<AppUnderTest> {
  const dataDir = makeDataDir('laurel-e2e-')
  const port = Number(env['PORT'] ?? (await findFreePort()))
  const { DATABASE_URL: _, ...rest } = process.env
  const place = {
    cwd: projectRoot,
    env: {
      ...rest,
      NODE_ENV: 'development',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
      STOP_WITH_PARENT: 'on',
      ...env,
    },
  }
  const child = spawn(process.execPath, ['server/main.ts'], {
    ...place,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  const ready = new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      log += chunk.toString()
      if (log.includes('Laurel is ready')) resolve()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.on('exit', (code) => reject(new Error(`the server ended with ${code}: ${log}`)))
  })
  await ready
  return {
    url: `http://localhost:${port}`,
    log: () => log,
    ownerUrl: () => embeddedOwnerUrl(dataDir),
    runCli: async (...words) =>
      (await promisify(execFile)(process.execPath, ['server/cli/index.ts', ...words], place))
        .stdout,
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

/** Does the work with another folder for temporary files. */
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
 * The package unpacks into the folder for temporary files: each checkout keeps its own in .cache.
 * It is there whole or not at all, as a program that somebody still writes cannot be started: test
 * files begin two at a time.
 */
async function unpackChromium(unpack: () => Promise<string>): Promise<string> {
  const cache = join(projectRoot, '.cache')
  const { devDependencies } = JSON.parse(
    readFileSync(join(projectRoot, 'package.json'), 'utf8'),
  ) as {
    devDependencies: Record<string, string>
  }
  const own = join(cache, `chromium-${devDependencies['@sparticuz/chromium']}`)
  if (!existsSync(own)) {
    mkdirSync(cache, { recursive: true })
    const mine = mkdtempSync(`${own}-`)
    await withTmpdir(mine, unpack)
    try {
      renameSync(mine, own)
    } catch {
      // Another one was first.
      rmSync(mine, { recursive: true })
    }
  }
  return withTmpdir(own, unpack)
}

/**
 * Starts a browser with a temporary folder of its own: it leaves its socket there, and the folder
 * goes with it.
 */
async function launchBrowser(executablePath: string, args: string[]): Promise<Browser> {
  const folder = mkdtempSync(join(tmpdir(), 'laurel-browser-'))
  const remove = () =>
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  try {
    const browser = await chromium.launch({
      executablePath,
      args,
      env: { ...process.env, TMPDIR: folder },
    })
    browser.once('disconnected', remove)
    return browser
  } catch (error) {
    remove()
    throw error
  }
}

/** Chromium from CHROMIUM_PATH, or the one that an npm package brings along. */
export async function startBrowser(): Promise<Browser> {
  const quiet = [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-sandbox',
    '--disable-gpu',
  ]
  const own = process.env['CHROMIUM_PATH']
  if (own) return launchBrowser(own, quiet)
  const { default: packaged } = await import('@sparticuz/chromium')
  const args = packaged.args.filter(
    (arg) =>
      !/single-process|no-zygote|headless|user-data-dir|web-security|insecure|isolation|IsolateOrigins/.test(
        arg,
      ),
  )
  return launchBrowser(await unpackChromium(() => packaged.executablePath()), [...args, ...quiet])
}

type SentMail = { to: string; subject: string; text: string; sent_at: string }
/** The mails to an address, newest first, from the development mailbox. */
export async function listMailsTo(product: AppUnderTest, to: string): Promise<SentMail[]> {
  const response = await fetch(`${product.url}/dev/mailbox/messages?to=${encodeURIComponent(to)}`)
  return (await response.json()) as SentMail[]
}
/** Waits for something to become true, 15 seconds at most. */
export async function waitFor<T>(
  look: () => Promise<T | undefined | null | false>,
  seconds = 15,
): Promise<T> {
  const until = Date.now() + seconds * 1_000
  for (;;) {
    const found = await look()
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

/** A call of the API: its answer, undefined for none. Throws with the status of a refusal. */
export async function callApi<T>(
  product: AppUnderTest,
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

type SignedIn = { access_token: string; workspaces: { id: string }[] }
/** Signs in with a code, up to where a team is chosen. */
async function signIn(product: AppUnderTest, email: string): Promise<SignedIn> {
  const before = new Date(Date.now() - 1).toISOString()
  const { sig } = await callApi<{ sig: string }>(product, 'POST', '/auth/get_code', null, { email })
  return callApi(product, 'POST', '/auth/verify_code', null, {
    email,
    sig,
    code: await latestCode(product, email, before),
  })
}
/** A session by the API, for pictures and tests that do not look at signing in. */
export async function createSession(product: AppUnderTest, email: string): Promise<string> {
  const { access_token: accessToken, workspaces } = await signIn(product, email)
  return (
    await callApi<SignedIn>(product, 'POST', '/auth/session', accessToken, {
      workspace_id: workspaces[0]?.id,
    })
  ).access_token
}

/**
 * A new team of somebody's own by the API, with its demo data; answers the session of its creator,
 * who has a name.
 */
export async function createTeam(
  product: AppUnderTest,
  email: string,
  name: string,
): Promise<string> {
  const { access_token: temporary } = await signIn(product, email)
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
