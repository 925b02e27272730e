import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { createAccessToken } from '#tests/support/access-tokens.ts'
import { getBalance, makeMember, makePost, makeTeam } from '#tests/support/factories.ts'
import { folderOfFile } from '#tests/support/temporary-folders.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

/** The package @laurel/client, installed in a project with nothing but its dependencies. */
const t = setupTestApp()
const program = /```ts\n(.*?)```/s.exec(readFileSync('client/README.md', 'utf8'))?.[1] ?? ''
const misuses = `import { createClient } from '@laurel/client'
const laurel = createClient({ url: 'http://localhost:3000' })
// @ts-expect-error The id is missing.
await laurel.call('posts.get')
// @ts-expect-error The call does not exist.
await laurel.call('posts.nothing')
// @ts-expect-error A limit is a number.
await laurel.call('posts.list', { query: { limit: '5' } })
// @ts-expect-error The call takes no file.
await laurel.call('posts.list', { file: new Blob([]) })
// @ts-expect-error The list has no pages.
laurel.items('values.list')
// @ts-expect-error The score is a number.
export const score: string = (await laurel.call('posts.get', { params: { id: '' } })).score
`
const compilerOptions = {
  target: 'es2024',
  lib: ['es2024'],
  types: ['node'],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  noEmit: true,
}
let folder: string

/** Runs a program in the folder of the project. Returns what it prints. */
async function runIn(cwd: string, file: string, args: string[], env: Record<string, string> = {}) {
  const { stdout } = await promisify(execFile)(file, args, {
    cwd,
    env: { PATH: process.env['PATH'], HOME: folder, npm_config_cache: folder, ...env },
  })
  return stdout
}

beforeAll(async () => {
  folder = folderOfFile('client-package-')
  const packages = join(folder, 'node_modules')
  mkdirSync(join(packages, '@laurel'), { recursive: true })
  const packed = ['pack', resolve('client'), '--silent', '--offline']
  const name = (await runIn(folder, 'npm', packed)).trim().split('\n').at(-1) ?? ''
  await runIn(folder, 'tar', ['-xzf', name])
  renameSync(join(folder, 'package'), join(packages, '@laurel', 'client'))
  for (const one of ['zod', '@types', 'undici-types', 'typescript', '@typescript'])
    symlinkSync(resolve('node_modules', one), join(packages, one))
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text)
  write('package.json', '{"type": "module"}')
  write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['program.ts', 'misuses.ts'] }))
  write('program.ts', program)
  write('misuses.ts', misuses)
}, 180_000)

test('the package has the version and license of Laurel and the same zod', () => {
  const read = (path: string) =>
    JSON.parse(readFileSync(path, 'utf8')) as {
      version: string
      license: string
      dependencies: { zod: string }
    }
  const [own, laurel] = [read('client/package.json'), read('package.json')]
  expect(own).toMatchObject({ version: laurel.version, license: laurel.license })
  expect(own.dependencies).toEqual({ zod: laurel.dependencies.zod })
})

/** Returns the files of the package that the programs use, and the errors. */
async function compile(module: string, resolution: string, ...options: string[]) {
  const args = ['--project', '.', '--module', module, '--moduleResolution', resolution, ...options]
  const output = await runIn(folder, process.execPath, [
    'node_modules/typescript/bin/tsc',
    '--listFiles',
    ...args,
  ]).catch((error: { stdout: string }) => error.stdout)
  return output.split('\n').filter((line) => /@laurel\/client\/dist\/|error TS/.test(line))
}

test('programs compile with the types of the package in both resolutions', async () => {
  const found = await compile('nodenext', 'nodenext', '--skipDefaultLibCheck')
  expect(found.filter((line) => line.includes('error TS'))).toEqual([])
  expect(found).toContainEqual(expect.stringMatching(/\/client\/index\.d\.ts$/))
  // The same declarations need no second check, only the programs do.
  expect(await compile('esnext', 'bundler', '--skipLibCheck')).toEqual(found)
})

test('the JavaScript of the package imports nothing', () => {
  const code = readFileSync(join(folder, 'node_modules/@laurel/client/dist/index.js'), 'utf8')
  expect(code).not.toMatch(/^import|\bimport\(|\brequire\(/m)
})

test('the program of the README gives points once, reads posts and handles an error', async () => {
  const team = await makeTeam(t)
  const colleague = await makeMember(t, team.workspace_id)
  await makePost(t, team.admin, [colleague], team.value_id)
  const { body } = await createAccessToken(t, team.admin, {
    scopes: ['profile:read', 'posts:read', 'posts:write'],
  })
  const env = {
    LAUREL_URL: await t.app.listen({ host: '127.0.0.1', port: 0 }),
    LAUREL_TOKEN: body.token,
  }
  const before = await getBalance(t, colleague)
  const output = await runIn(folder, process.execPath, ['program.ts'], env)
  expect(output.split('\n')).toEqual([
    expect.stringMatching(/ got 5 points$/),
    '5 points: Thank you for the release!',
    expect.stringMatching(/^\d+ points: /),
    'The token lacks the scope team:read',
    '',
  ])
  await runIn(folder, process.execPath, ['program.ts'], env)
  expect(await getBalance(t, colleague)).toBe(before + 5)
})
