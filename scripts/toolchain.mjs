// What the commands share. Plain JavaScript that runs on any Node from 18 on, before anything is
// installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const windows = process.platform === 'win32'
export const bin = (name) => join(root, 'node_modules', '.bin', windows ? `${name}.cmd` : name)

function hashOf(paths) {
  const hash = createHash('sha256')
  const add = (path) => {
    if (!existsSync(path)) return
    if (statSync(path).isDirectory())
      for (const name of readdirSync(path).sort()) add(join(path, name))
    else hash.update(path.slice(root.length)).update('\0').update(readFileSync(path))
  }
  for (const path of paths) add(join(root, path))
  return hash.digest('hex')
}

/** Runs `work` unless the files it depends on are as they were the last time. */
function unlessFresh(stamp, paths, isThere, work) {
  const hash = hashOf(paths)
  if (isThere() && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return false
  work()
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, hash)
  return true
}

/**
 * Installs exactly what the lockfile says, if that is not what is there. Packages that another
 * checkout lends by a link are its own to change.
 */
export function install() {
  const packages = join(root, 'node_modules')
  if (lstatSync(packages, { throwIfNoEntry: false })?.isSymbolicLink()) return
  unlessFresh(
    join(packages, '.laurel-stamp'),
    ['package-lock.json'],
    () => existsSync(join(packages, '.package-lock.json')),
    () => {
      console.log('Installing packages (the first time takes about a minute)')
      const result = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
        cwd: root,
        stdio: 'inherit',
        shell: windows,
      })
      if (result.status !== 0) {
        console.error('The packages could not be installed. Is the npm registry reachable?')
        process.exit(1)
      }
    },
  )
}

/** The Node that the packages bring along, or this one when it is new enough. */
export function node() {
  const own = join(root, 'node_modules', '.bin', windows ? 'node.exe' : 'node')
  const tried = existsSync(own) ? spawnSync(own, ['--version'], { encoding: 'utf8' }) : undefined
  if (tried?.status === 0) return own
  if (Number(process.versions.node.split('.')[0]) >= 26) return process.execPath
  // On a minimal Linux a library may be missing, which it says itself.
  const why = tried?.stderr?.trim()
  console.error(
    `Laurel needs Node 26 or newer on ${process.platform}-${process.arch}; this is ${process.version}.${why ? ` The one that the packages bring: ${why}` : ''}`,
  )
  process.exit(1)
}

/** The environment for what we run: our Node and our packages come first. */
export function environment(extra = {}) {
  return {
    ...process.env,
    PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
    ...extra,
  }
}

/** Builds the interface, if a source of it has changed. */
export function build() {
  const sources = [
    'web',
    'contract',
    'vite.config.ts',
    'vite.plugins.ts',
    'package-lock.json',
    'tsconfig.json',
  ]
  unlessFresh(
    join(root, 'dist', '.stamp'),
    sources,
    () => existsSync(join(root, 'dist', 'web', 'index.html')),
    () => {
      console.log('Building the interface')
      const result = spawnSync(
        node(),
        [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'],
        { cwd: root, stdio: 'inherit', env: environment() },
      )
      if (result.status !== 0) process.exit(1)
    },
  )
}

/** Runs a program to its end in our environment; answers its exit code. */
export function run(program, args, extra = {}) {
  const result = spawnSync(program, args, { cwd: root, stdio: 'inherit', env: environment(extra) })
  if (result.error) console.error(result.error.message)
  return result.status ?? 1
}

/**
 * The parent of a process, on Linux. A shell that npm starts may stay between npm and us: it goes
 * on when npm is killed.
 */
function shellParent(pid) {
  try {
    if (!/^(sh|dash|bash|ash|busybox)$/.test(readFileSync(`/proc/${pid}/comm`, 'utf8').trim()))
      return undefined
    return /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]
  } catch {
    return undefined
  }
}

/**
 * Sends us SIGTERM when npm, which started us, has ended without a word: killed, or by a signal
 * that its shell did not pass on. Started without npm we may outlive our parent: `nohup node
 * scripts/start.mjs &`.
 */
export function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const [parent, grandparent] = [process.ppid, shellParent(process.ppid)]
  const timer = setInterval(() => {
    if (process.ppid === parent && shellParent(parent) === grandparent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  timer.unref()
}

/**
 * Runs a program in our environment without blocking. SIGINT and SIGTERM are passed on to it;
 * resolves to its exit code once it has ended.
 */
export function runForeground(program, args, extra = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', env: environment(extra) })
    const pass = (signal) => child.kill(signal)
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, pass)
    child.on('error', (error) => console.error(error.message))
    child.on('close', (code, signal) => {
      for (const one of ['SIGINT', 'SIGTERM']) process.off(one, pass)
      resolve(signal ? 1 : (code ?? 1))
    })
  })
}

/**
 * Runs a server in the foreground: signals go to it, its exit code is ours. It stops when we are
 * killed.
 */
export async function serve(args, extra = {}) {
  // What Node has compiled is kept: a second start is faster by a quarter.
  const compiled = join(root, 'node_modules', '.cache', 'compiled')
  stopWithNpm()
  process.exit(
    await runForeground(node(), args, {
      NODE_COMPILE_CACHE: compiled,
      STOP_WITH_PARENT: 'on',
      ...extra,
    }),
  )
}
