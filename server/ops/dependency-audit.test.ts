import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'

/**
 * Audits our packages against a local server with npm's protocol, as the real service cannot return
 * chosen answers.
 */
const root = fileURLToPath(new URL('../../', import.meta.url))
const { packages } = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')) as {
  packages: Record<string, { version?: string }>
}
const version = packages['node_modules/fastify']?.version ?? ''

type Asked = Record<string, string[]>
async function audit(
  answer: (response: ServerResponse, asked: Asked) => void,
  settings: Record<string, string> = {},
): Promise<{ code: number; said: string; asked: Asked }> {
  let asked: Asked = {}
  const service = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request)
      if (request.url === '/-/npm/v1/security/advisories/bulk') {
        asked = JSON.parse(
          (request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString(),
        ) as Asked
        answer(response, asked)
      } else if (request.url === '/fastify')
        response.setHeader('content-type', 'application/json').end(
          JSON.stringify({
            name: 'fastify',
            'dist-tags': { latest: version },
            versions: { [version]: { name: 'fastify', version } },
          }),
        )
      else response.writeHead(404).end('{}')
    })()
  })
  await new Promise<void>((resolve) => {
    service.listen(0, '127.0.0.1', resolve)
  })
  // npm caches advisories.
  const cache = mkdtempSync(join(tmpdir(), 'laurel-audit-'))
  onTestFinished(() => {
    service.closeAllConnections()
    service.close()
    rmSync(cache, { recursive: true, force: true })
  })
  const { CI: _, AUDIT_UNCHECKED: __, ...rest } = process.env
  const env = {
    ...rest,
    ...settings,
    npm_config_registry: `http://127.0.0.1:${(service.address() as AddressInfo).port}/`,
    npm_config_cache: cache,
  }
  return new Promise((resolve) => {
    execFile(process.execPath, ['scripts/audit.mjs'], { cwd: root, env }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), said: out + err, asked }),
    )
  })
}
const advisory = (severity: string) =>
  JSON.stringify({
    fastify: [
      {
        id: 1,
        url: 'https://example.test/1',
        title: 'Something',
        severity,
        vulnerable_versions: `<=${version}`,
        cwe: [],
        cvss: { score: 0, vectorString: null },
      },
    ],
  })

test('fails for critical advisories but not for moderate ones', async () => {
  const [grave, lesser, clean, silent] = await Promise.all([
    audit((response) => response.end(advisory('critical'))),
    audit((response) => response.end(advisory('moderate'))),
    audit((response) => response.end('{}')),
    audit((response) => response.writeHead(405).end()),
  ])
  expect(grave).toMatchObject({
    code: 1,
    said: expect.stringContaining('critical: fastify Something https://example.test/1') as string,
  })
  expect(lesser).toMatchObject({
    code: 0,
    said: expect.stringContaining('1 lesser findings') as string,
  })
  expect(clean).toMatchObject({
    code: 0,
    said: expect.stringContaining('Nothing grave is known; 0 lesser') as string,
  })
  expect(silent).toMatchObject({ code: 2, said: expect.stringContaining('NOT CHECKED') as string })
  // The request lists shipped packages in their locked versions, without those only tests need.
  expect(clean.asked['fastify']).toEqual([version])
  expect(clean.asked['vitest']).toBeUndefined()
})

test('fails an unchecked audit in CI unless AUDIT_UNCHECKED=allow', async () => {
  const silent = (response: ServerResponse) => {
    response.writeHead(405).end()
  }
  const [failed, allowed, grave] = await Promise.all([
    audit(silent, { CI: 'true' }),
    audit(silent, { CI: 'true', AUDIT_UNCHECKED: 'allow' }),
    audit((response) => response.end(advisory('critical')), {
      CI: 'true',
      AUDIT_UNCHECKED: 'allow',
    }),
  ])
  expect(failed).toMatchObject({
    code: 1,
    said: expect.stringMatching(/NOT CHECKED[^]*AUDIT_UNCHECKED=allow/) as string,
  })
  expect(allowed).toMatchObject({ code: 2, said: expect.stringContaining('NOT CHECKED') as string })
  expect(grave.code).toBe(1)
})
