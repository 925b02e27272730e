// Shared by the scripts. Plain JavaScript for Node 18 or newer, because it runs before packages are
// installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const isWindows = process.platform === 'win32'
export const binPath = (name) =>
  join(root, 'node_modules', '.bin', isWindows ? `${name}.cmd` : name)

function hashFiles(paths) {
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

/** Returns the packages of a lockfile by their paths, without the project itself. */
function readLockedPackages(path) {
  const { '': _, ...packages } = JSON.parse(readFileSync(path, 'utf8')).packages
  return packages
}

/**
 * Returns whether node_modules of a project holds what its lockfile names, also when npm alone
 * installed it. npm writes its own list last, and leaves out optional packages for other systems.
 */
export function hasLockedPackages(project) {
  const list = join(project, 'node_modules', '.package-lock.json')
  if (!existsSync(list)) return false
  const installed = readLockedPackages(list)
  const locked = readLockedPackages(join(project, 'package-lock.json'))
  return Object.keys({ ...installed, ...locked }).every((path) =>
    installed[path]
      ? installed[path].version === locked[path]?.version &&
        installed[path].integrity === locked[path].integrity
      : locked[path].optional,
  )
}

/**
 * Installs the exact versions of the lockfile if needed. A linked node_modules belongs to another
 * checkout and is left alone.
 */
export function installPackages() {
  const packages = join(root, 'node_modules')
  if (lstatSync(packages, { throwIfNoEntry: false })?.isSymbolicLink()) return
  if (hasLockedPackages(root)) return
  console.log('Installing packages (the first time takes about a minute)')
  const result = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: isWindows,
  })
  if (result.status === 0) return
  console.error('The packages could not be installed. Is the npm registry reachable?')
  process.exit(1)
}

/** Returns the path of the bundled Node, or of the current one if it is 26 or newer. */
export function findNode() {
  const bundled = join(root, 'node_modules', '.bin', isWindows ? 'node.exe' : 'node')
  const probe = existsSync(bundled)
    ? spawnSync(bundled, ['--version'], { encoding: 'utf8' })
    : undefined
  if (probe?.status === 0) return bundled
  if (Number(process.versions.node.split('.')[0]) >= 26) return process.execPath
  // On a minimal Linux a shared library may be missing; stderr names it.
  const reason = probe?.stderr?.trim()
  console.error(
    `Laurel needs Node 26 or newer on ${process.platform}-${process.arch}; this is ${process.version}.${reason ? ` The bundled Node fails: ${reason}` : ''}`,
  )
  process.exit(1)
}

/** Returns the environment for child processes, with our Node and packages first in PATH. */
export function childEnvironment(extra = {}) {
  return {
    ...process.env,
    PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
    ...extra,
  }
}

/** Builds the web app if one of its sources changed. */
export function buildWeb() {
  const sources = [
    'web',
    'client',
    'contract',
    'vite.config.ts',
    'vite.chunks.ts',
    'vite.early.ts',
    'vite.logo.ts',
    'vite.mantine.ts',
    'vite.plugins.ts',
    'package-lock.json',
    'tsconfig.json',
  ]
  const stamp = join(root, 'dist', '.stamp')
  const hash = hashFiles(sources)
  const isBuilt = existsSync(join(root, 'dist', 'web', 'index.html')) && existsSync(stamp)
  if (isBuilt && readFileSync(stamp, 'utf8') === hash) return
  console.log('Building the interface')
  const result = spawnSync(
    findNode(),
    [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'],
    // With another NODE_ENV, for example that of a test, Vite bundles the development React.
    { cwd: root, stdio: 'inherit', env: childEnvironment({ NODE_ENV: 'production' }) },
  )
  if (result.status !== 0) process.exit(1)
  writeFileSync(stamp, hash)
}

/** Runs a program in our environment and waits for it. Returns its exit code. */
export function run(program, args, extra = {}) {
  const result = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: childEnvironment(extra),
  })
  if (result.error) console.error(result.error.message)
  return result.status ?? 1
}

/**
 * Returns the parent of a shell process, on Linux. The shell between npm and this process survives
 * when npm is killed.
 */
function parentOfShell(pid) {
  try {
    if (!/^(sh|dash|bash|ash|busybox)$/.test(readFileSync(`/proc/${pid}/comm`, 'utf8').trim()))
      return undefined
    return /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]
  } catch {
    return undefined
  }
}

/**
 * Sends SIGTERM to this process when npm, its parent, is gone: killed, or by a signal that its
 * shell did not forward. Without npm the process may outlive its parent: `nohup node
 * scripts/start.mjs &`.
 */
export function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const [parent, grandparent] = [process.ppid, parentOfShell(process.ppid)]
  const timer = setInterval(() => {
    if (process.ppid === parent && parentOfShell(parent) === grandparent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  timer.unref()
}

/**
 * Runs a program in our environment without blocking, and forwards SIGINT and SIGTERM to it.
 * Resolves to its exit code.
 */
export function runForeground(program, args, extra = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: 'inherit',
      env: childEnvironment(extra),
    })
    const forward = (signal) => child.kill(signal)
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, forward)
    child.on('error', (error) => console.error(error.message))
    child.on('close', (code, signal) => {
      for (const name of ['SIGINT', 'SIGTERM']) process.off(name, forward)
      resolve(signal ? 1 : (code ?? 1))
    })
  })
}

/** The folder of Node's compile cache, which makes the second start of a server 25% faster. */
export const compileCache = join(root, 'node_modules', '.cache', 'compiled')

/**
 * Runs a server in the foreground: forwards signals, and exits with its code. The server stops when
 * this process is killed.
 */
export async function runServer(args, extra = {}) {
  stopWithNpm()
  process.exit(
    await runForeground(findNode(), args, {
      NODE_COMPILE_CACHE: compileCache,
      STOP_WITH_PARENT: 'on',
      ...extra,
    }),
  )
}
