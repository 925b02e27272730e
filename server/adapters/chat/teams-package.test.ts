import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openArchive } from '#server/modules/people-files/zip-archive.ts'
import {
  createTeamsPackageId,
  type TeamsAppOptions,
  type TeamsAppTexts,
  teamsTextLimits,
} from './teams-manifest.ts'
import { buildTeamsPackage } from './teams-package.ts'

/** The app package, against Microsoft's schemas of its files. */
const folder = new URL('../../../tests/contracts/teams/', import.meta.url)
function compileSchema(name: string) {
  const { $schema: _, ...schema } = JSON.parse(
    readFileSync(new URL(name, folder), 'utf8'),
  ) as Record<string, unknown>
  // The schemas use no keyword that changed between draft 4 and draft 7.
  return formats
    .default(new Ajv({ strict: false, allErrors: true, unicodeRegExp: false }))
    .compile(schema)
}
const isManifest = compileSchema('teams-manifest.v1.29.schema.json')
const isLanguageFile = compileSchema('teams-localization.v1.29.schema.json')

const appId = '8f2a7c1e-4b6d-4e2f-9a3b-5c7d8e9f0a1b'
const command = (title: string) => ({ title, description: `Says ${title}` })
const texts = (language: string): TeamsAppTexts => ({
  nameShort: 'Laurel',
  nameFull: `Laurel ${language}`,
  descriptionShort: `Thanks with points (${language})`,
  descriptionFull: 'Thank your colleagues where you work. 🌿',
  commands: {
    help: command('help'),
    balance: command(`balance ${language}`),
    settings: command('settings'),
    shop: command('shop'),
  },
  thank: command(`thank ${language}`),
})
const options: TeamsAppOptions = {
  appId,
  publicUrl: 'https://laurel.company.example',
  privacyUrl: 'https://company.example/privacy',
  termsUrl: null,
  version: '1.4.2-beta.1',
  texts: {
    en: texts('en'),
    es: texts('es'),
    pt: texts('pt'),
    ru: texts('ru'),
    ua: texts('uk'),
  },
}
const open = async (changes: Partial<TeamsAppOptions> = {}) => {
  const read = openArchive(await buildTeamsPackage({ ...options, ...changes }), 1_000_000)
  const readJson = (name: string) =>
    JSON.parse(read(name)?.toString() ?? 'null') as Record<string, unknown>
  return { read, readJson }
}

test('writes a manifest that Microsoft’s schema accepts', async () => {
  const manifest = (await open()).readJson('manifest.json')
  isManifest(manifest)
  expect(isManifest.errors ?? []).toEqual([])
  expect(manifest).toMatchObject({
    manifestVersion: '1.29',
    version: '1.4.2',
    id: createTeamsPackageId(appId),
    developer: {
      websiteUrl: options.publicUrl,
      privacyUrl: options.privacyUrl,
      termsOfUseUrl: options.publicUrl,
    },
    validDomains: ['laurel.company.example'],
    bots: [{ botId: appId, scopes: ['personal', 'team', 'groupChat'] }],
    composeExtensions: [
      {
        botId: appId,
        commands: [
          {
            id: 'thank',
            type: 'action',
            context: ['compose', 'message', 'commandBox'],
            fetchTask: true,
          },
        ],
      },
    ],
  })
})

test('asks for no permission', async () => {
  const manifest = (await open()).readJson('manifest.json')
  for (const key of ['permissions', 'authorization', 'webApplicationInfo', 'devicePermissions'])
    expect(manifest).not.toHaveProperty(key)
})

test('contains a file of texts for each language of the product', async () => {
  const { readJson } = await open()
  expect(readJson('manifest.json')['localizationInfo']).toEqual({
    defaultLanguageTag: 'en',
    defaultLanguageFile: 'en.json',
    additionalLanguages: ['es', 'pt', 'ru', 'uk'].map((tag) => ({
      languageTag: tag,
      file: `${tag}.json`,
    })),
  })
  for (const tag of ['en', 'es', 'pt', 'ru', 'uk']) {
    const file = readJson(`${tag}.json`)
    isLanguageFile(file)
    expect(isLanguageFile.errors ?? []).toEqual([])
    expect(file).toMatchObject({
      'name.full': `Laurel ${tag}`,
      'bots[0].commandLists[0].commands[1].title': `balance ${tag}`,
      'composeExtensions[0].commands[0].title': `thank ${tag}`,
    })
  }
})

/** Returns the text at a path such as bots[0].commands[1].title. */
const readPath = (object: unknown, path: string) =>
  path
    .split(/[.[\]]+/)
    .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], object)

test('translates exactly the texts of the manifest', async () => {
  const { readJson } = await open()
  const manifest = readJson('manifest.json')
  const { $schema: _, ...english } = readJson('en.json')
  for (const [path, text] of Object.entries(english)) expect(readPath(manifest, path)).toBe(text)
})

test('offers personal commands only in the chat with the app', async () => {
  const manifest = (await open()).readJson('manifest.json')
  expect(readPath(manifest, 'bots[0].commandLists')).toMatchObject([
    {
      scopes: ['personal'],
      commands: ['help', 'balance en', 'settings', 'shop'].map((title) => ({ title })),
    },
    { scopes: ['team', 'groupChat'], commands: [{ title: 'help' }] },
  ])
})

test('contains icons in the sizes of Teams, the outline in white', async () => {
  const { read } = await open()
  const color = sharp(read('color.png'))
  expect(await color.metadata()).toMatchObject({ format: 'png', width: 192, height: 192 })
  expect((await color.stats()).isOpaque).toBe(true)
  const outline = sharp(read('outline.png'))
  expect(await outline.metadata()).toMatchObject({ format: 'png', width: 32, height: 32 })
  const pixels = await outline.ensureAlpha().raw().toBuffer()
  const opacities = new Set<number>()
  for (let at = 0; at < pixels.length; at += 4) {
    expect([...pixels.subarray(at, at + 3)]).toEqual([255, 255, 255])
    opacities.add(pixels[at + 3] ?? -1)
  }
  expect([opacities.has(0), opacities.has(255)]).toEqual([true, true])
})

test('writes the same bytes and the same id for the same app', async () => {
  const [first, second] = [await buildTeamsPackage(options), await buildTeamsPackage(options)]
  expect(first.equals(second)).toBe(true)
  expect(createTeamsPackageId(appId)).toBe(createTeamsPackageId(appId.toUpperCase()))
  expect(createTeamsPackageId(appId)).toMatch(
    /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
  )
  const { readJson } = await open({ publicUrl: 'https://moved.example', version: '2.0.0' })
  expect(readJson('manifest.json')).toMatchObject({
    id: createTeamsPackageId(appId),
    version: '2.0.0',
  })
})

test.each(Object.entries(teamsTextLimits))(
  '%s may have %i characters in the manifest',
  async (name, max) => {
    const long = (length: number): TeamsAppTexts => {
      const text = 'x'.repeat(length)
      const base = texts('en')
      if (name === 'commandTitle') return { ...base, thank: { ...base.thank, title: text } }
      if (name === 'commandDescription')
        return { ...base, thank: { ...base.thank, description: text } }
      return { ...base, [name]: text }
    }
    const accepts = async (length: number) =>
      isManifest(
        (await open({ texts: { ...options.texts, en: long(length) } })).readJson('manifest.json'),
      )
    expect([await accepts(max), await accepts(max + 1)]).toEqual([true, false])
  },
)
