import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { waitUntil } from '#tests/support/wait-until.ts'
import { findFreePort } from '#server/platform/net/free-port.ts'

/** A proxy with the shipped configuration of deploy/; only names, ports and certificates differ. */
export type ReverseProxy = {
  name: ReverseProxyName
  tls: number
  plain: number
  certificate: string
  log: () => string
  stop: () => Promise<void>
}
export type ReverseProxyName = 'nginx' | 'caddy'
const readDeployFile = (file: string) =>
  readFileSync(fileURLToPath(new URL(`../../deploy/${file}`, import.meta.url)), 'utf8')
const canRun = (program: string, ...args: string[]) => spawnSync(program, args).status === 0

/** Returns why this proxy cannot run here, or null. */
export function whyProxyUnavailable(name: ReverseProxyName): string | null {
  if (!canRun('openssl', 'version')) return 'openssl, which makes the certificate, is not here'
  return canRun(name, name === 'nginx' ? '-v' : 'version') ? null : `${name} is not here`
}

type ProxySetup = { folder: string; tls: number; plain: number; moved: number; upstreams: number[] }
/** Replaces every text, and throws if one is missing from the file. */
function replaceAllOrThrow(text: string, changes: [string, string][]): string {
  return changes.reduce((now, [from, to]) => {
    if (!now.includes(from)) throw new Error(`nothing like "${from}" in the file that is shipped`)
    return now.replaceAll(from, to)
  }, text)
}
const upstreamReplacements = ({ upstreams }: ProxySetup): [string, string][] =>
  [3000, 3001].map((port, n) => [`127.0.0.1:${port}`, `127.0.0.1:${upstreams[n]}`])

function nginxCommand(setup: ProxySetup): string[] {
  const { folder, tls, plain, moved } = setup
  const config = replaceAllOrThrow(readDeployFile('nginx.conf'), [
    ...upstreamReplacements(setup),
    ['    listen [::]:80;\n', ''],
    ['    listen [::]:443 ssl http2;\n', ''],
    ['listen 80;', `listen 127.0.0.1:${moved};`],
    // Also without TLS, for clients that reject a self-signed certificate.
    ['listen 443 ssl http2;', `listen 127.0.0.1:${tls} ssl http2; listen 127.0.0.1:${plain};`],
    ['laurel.example.com;', 'localhost 127.0.0.1;'],
    ['/etc/letsencrypt/live/laurel.example.com/fullchain.pem', `${folder}/certificate.pem`],
    ['/etc/letsencrypt/live/laurel.example.com/privkey.pem', `${folder}/key.pem`],
  ])
  const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join(' ')
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; pid ${folder}/pid; error_log stderr warn; events {} http { access_log off; ${kept}\n${config}}\n`,
  )
  return ['nginx', '-p', folder, '-e', 'stderr', '-c', file]
}
function caddyCommand(setup: ProxySetup): string[] {
  const { folder, tls, plain } = setup
  const config = replaceAllOrThrow(readDeployFile('Caddyfile'), upstreamReplacements(setup))
  const [, block = ''] = config.split('\nlaurel.example.com {')
  // Also without TLS, for clients that reject a self-signed certificate.
  const sites = `https://localhost:${tls} {\n\ttls ${folder}/certificate.pem ${folder}/key.pem${block}http://127.0.0.1:${plain} {${block}`
  const file = join(folder, 'Caddyfile')
  writeFileSync(
    file,
    `{\n\tadmin off\n\tauto_https disable_redirects\n\tstorage file_system ${folder}\n}\n${sites}`,
  )
  return ['caddy', 'run', '--adapter', 'caddyfile', '--config', file]
}

/** Creates a self-signed certificate and its key for localhost in a folder. */
function createCertificate(folder: string): void {
  const openssl = spawnSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=DNS:localhost,IP:127.0.0.1',
      '-keyout',
      join(folder, 'key.pem'),
      '-out',
      join(folder, 'certificate.pem'),
    ],
    { encoding: 'utf8' },
  )
  if (openssl.status !== 0) throw new Error(openssl.stderr)
}

/** Starts the proxy in front of these local ports. */
export async function startReverseProxy(
  name: ReverseProxyName,
  upstreams: number[],
): Promise<ReverseProxy & { moved: number }> {
  const folder = mkdtempSync(join(tmpdir(), `laurel-${name}-`))
  chmodSync(folder, 0o755)
  createCertificate(folder)
  const [tls, plain, moved] = [await findFreePort(), await findFreePort(), await findFreePort()]
  const [program = '', ...args] = { nginx: nginxCommand, caddy: caddyCommand }[name]({
    folder,
    tls,
    plain,
    moved,
    upstreams,
  })
  let log = ''
  let ended = false
  const child: ChildProcess = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
  })
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => {
      ended = true
      resolve()
    })
  })
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-20_000)
    })
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await waitUntil(
      `${name} listens`,
      () =>
        ended ||
        fetch(`http://127.0.0.1:${plain}/metrics`).then(
          () => true,
          () => false,
        ),
    )
    if (ended) throw new Error(`${name} ended: ${log}`)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    name,
    tls,
    plain,
    moved,
    certificate: readFileSync(join(folder, 'certificate.pem'), 'utf8'),
    log: () => log,
    stop,
  }
}
